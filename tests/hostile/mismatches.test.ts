import { FAMILIES } from '../support/hostile/faults/index.ts'
import { testFaults } from '../support/hostile/two-passes.ts'

testFaults('mismatches', FAMILIES.mismatches ?? [])
