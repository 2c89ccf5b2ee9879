import { describeConformance } from './conformance.ts'
import { SERVERS } from './servers/servers.ts'

describeConformance(SERVERS.filter(({ program }) => program === undefined))
