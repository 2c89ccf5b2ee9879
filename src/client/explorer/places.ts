import { RecordPlaces } from './core/places.ts'
import type { OpenPlaces } from './core/table-client.ts'

// Loaded for a table whose records are on a map.
const scope = globalThis as unknown as { openPlaces?: OpenPlaces }
scope.openPlaces = (...given) => new RecordPlaces(...given)
