import { openDesk } from './core/desk.ts'
import { type Channel, serveDesk } from './core/message.ts'

// The same script is loaded into the page where there is no worker to be had, and then opens its desk there.
const scope = globalThis as unknown as { document?: unknown; openDesk?: typeof openDesk }
if (scope.document === undefined) serveDesk(openDesk(), globalThis as unknown as Channel)
else scope.openDesk = openDesk
