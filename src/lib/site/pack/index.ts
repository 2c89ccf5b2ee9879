export * from './pack.ts'
export * from './plan.ts'
