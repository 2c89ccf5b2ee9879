import type { SkeletonNode } from '../survey/skeleton.ts'
import type { ReadRecord, Value } from '../types.ts'
import { isMembers, isNumeral, recordOfMembers } from '../value.ts'
import { Names } from './names.ts'

const POINT_COLUMNS = ['longitude', 'latitude', 'altitude'] as const

/**
 * Turns GeoJSON features into columns: the properties; the position of a point (RFC 7946, 3.1.1: longitude, latitude, altitude) or any
 * other geometry unchanged; then the other members. Names that clash with a property get a number.
 */
export function featureReader(node: SkeletonNode): (value: Value) => ReadRecord {
  const taken = new Names(node.children.get('properties')?.children.keys())
  const point = POINT_COLUMNS.map((name) => taken.take(name))
  const geometry = taken.take('geometry')
  const names = new Map<string, string>()
  for (const name of node.children.keys())
    if (!['type', 'properties', 'geometry'].includes(name)) names.set(name, taken.take(name))

  return (value) => {
    const members = isMembers(value) ? recordOfMembers(value.members) : new Map<string, Value>()
    const properties = members.get('properties') ?? null
    const record = isMembers(properties) ? recordOfMembers(properties.members) : new Map<string, Value>()
    for (const [name, member] of members) {
      const free = names.get(name)
      if (free !== undefined) record.set(free, member)
    }
    const shape = members.get('geometry') ?? null
    const position = positionOf(shape)
    if (!position) record.set(geometry, shape)
    for (const [index, part] of position?.entries() ?? []) record.set(point[index] ?? '', part)
    return record
  }
}

function positionOf(geometry: Value): readonly Value[] | undefined {
  if (!isMembers(geometry)) return undefined
  const { members } = geometry
  const type = members.find(([name]) => name === 'type')?.[1]
  const position = members.find(([name]) => name === 'coordinates')?.[1]
  if (type !== 'Point' || members.length !== 2 || !Array.isArray(position)) return undefined
  const isPosition = position.length >= 2 && position.length <= POINT_COLUMNS.length
  return isPosition && position.every(isNumeral) ? position : undefined
}
