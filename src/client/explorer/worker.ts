import { addScript } from '../element.ts'
import { type Channel, serveTable } from './core/message.ts'
import { TooLarge } from './core/table.ts'
import type { OpenGrid, OpenPlaces } from './core/table-client.ts'
import { openTableClient } from './core/table-client.ts'
import type { OpenPartsAt } from './parts.ts'

interface Scope {
  document?: Document
  importScripts?: (address: string) => void
  openPartsAt?: OpenPartsAt
  openGrid?: OpenGrid
  openPlaces?: OpenPlaces
  openTableClient?: () => ReturnType<typeof openTableClient>
}

// If workers are not available, the page loads the same script and opens the client itself.
const scope = globalThis as unknown as Scope
const { src } = (scope.document?.currentScript ?? {}) as Partial<HTMLScriptElement>
const open = () => openTableClient({ loadParts, loadPlaces, loadGrid })
if (scope.document === undefined) serveTable(open(), globalThis as unknown as Channel)
else scope.openTableClient = open

function loadParts(): OpenPartsAt {
  scope.importScripts?.('explorer-parts.js')
  if (!scope.openPartsAt) throw new TooLarge()
  return scope.openPartsAt
}

async function loadPlaces(): Promise<OpenPlaces> {
  await load('explorer-places.js')
  return scope.openPlaces as OpenPlaces
}

async function loadGrid(): Promise<OpenGrid> {
  await load('explorer-grid.js')
  return scope.openGrid as OpenGrid
}

async function load(script: string): Promise<void> {
  if (scope.importScripts) scope.importScripts(script)
  else await addScript(new URL(script, src).href)
}
