import { type Channel, serveTable } from './core/message.ts'
import { TooLarge } from './core/table.ts'
import { openTableClient } from './core/table-client.ts'
import type { OpenPartsAt } from './parts.ts'

interface Scope {
  document?: unknown
  importScripts?: (address: string) => void
  openPartsAt?: OpenPartsAt
  openTableClient?: () => ReturnType<typeof openTableClient>
}

// Where workers are not available, the page loads the same script and opens the client itself.
const scope = globalThis as unknown as Scope
const open = () => openTableClient(loadParts)
if (scope.document === undefined) serveTable(open(), globalThis as unknown as Channel)
else scope.openTableClient = open

function loadParts(): OpenPartsAt {
  scope.importScripts?.('explorer-parts.js')
  if (!scope.openPartsAt) throw new TooLarge()
  return scope.openPartsAt
}
