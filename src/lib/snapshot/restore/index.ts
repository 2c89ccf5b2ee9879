export { planRestore } from './plan.ts'
export * from './published-mirror.ts'
export { BASE_PATH, hostsSchema } from './read-published.ts'
export * from './restore.ts'
