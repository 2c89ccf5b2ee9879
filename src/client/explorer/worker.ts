import { type Channel, serveTable } from './core/message.ts'
import { openTableClient } from './core/table-client.ts'

// Where workers are not available, the page loads the same script and opens the client itself.
const scope = globalThis as unknown as { document?: unknown; openTableClient?: typeof openTableClient }
if (scope.document === undefined) serveTable(openTableClient(), globalThis as unknown as Channel)
else scope.openTableClient = openTableClient
