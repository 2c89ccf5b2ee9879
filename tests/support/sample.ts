import { type DataPackage, openPackage } from '../../scripts/origin/index.ts'

let sample: Promise<DataPackage> | undefined

/** The bundled sample; each process opens it once, which takes a second. */
export function openSample(): Promise<DataPackage> {
  sample ??= openPackage()
  return sample
}
