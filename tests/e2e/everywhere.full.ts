import { describePages, everySite } from './any-page.ts'
import { KINDS } from './every-page.ts'

describePages(Object.entries(KINDS), everySite())
