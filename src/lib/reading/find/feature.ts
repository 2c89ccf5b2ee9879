import type { SkeletonNode } from '../survey/skeleton.ts'

/** Whether objects here are features of GeoJSON (RFC 7946, 3.2). */
export function isFeature(node: SkeletonNode): boolean {
  const { children } = node
  const properties = children.get('properties')
  return (
    children.get('type')?.sample === 'Feature' &&
    children.has('geometry') &&
    properties !== undefined &&
    properties.objects + properties.nulls > 0
  )
}
