import { type Channel, serveTable } from './core/message.ts'
import { openTableClient } from './core/table-client.ts'

// The same script is loaded into the page where there is no worker to be had, and then opens its client there.
const scope = globalThis as unknown as { document?: unknown; openTableClient?: typeof openTableClient }
if (scope.document === undefined) serveTable(openTableClient(), globalThis as unknown as Channel)
else scope.openTableClient = openTableClient
