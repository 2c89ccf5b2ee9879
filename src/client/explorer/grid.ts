import proj4 from 'proj4'
import type { OpenGrid } from './core/table-client.ts'

// Loaded for a table whose places are in a projected grid that the config states.
const scope = globalThis as unknown as { openGrid?: OpenGrid }
scope.openGrid = (grid) => {
  const { forward } = proj4(grid, 'EPSG:4326')
  return (x, y) => {
    const [longitude = Number.NaN, latitude = Number.NaN] = forward([x, y])
    return Number.isFinite(longitude) && Number.isFinite(latitude) ? [longitude, latitude] : undefined
  }
}
