import { openParts, type PartedTable, rangedFile } from './core/parts.ts'
import type { KnownColumn } from './core/table.ts'

/** Opens the Parquet file at an address. `bytes`: its size. */
export type OpenPartsAt = (
  address: string,
  bytes: number,
  known: readonly KnownColumn[],
) => Promise<PartedTable>

// Loaded by the worker for a table that is too large to load at once.
const scope = globalThis as unknown as { openPartsAt?: OpenPartsAt }
scope.openPartsAt = (address, bytes, known) => openParts(rangedFile(address, bytes), known)
