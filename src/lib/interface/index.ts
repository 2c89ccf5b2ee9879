export * from './address.ts'
export * from './dataset-code.ts'
export * from './path.ts'
export * from './resource.ts'
