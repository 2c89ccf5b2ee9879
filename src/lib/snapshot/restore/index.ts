export * from './folder.ts'
export * from './published-mirror.ts'
export * from './restore.ts'
