export * from './manifest.ts'
export * from './record.ts'
