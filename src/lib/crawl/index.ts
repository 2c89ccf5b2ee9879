export * from './crawl.ts'
export * from './failure.ts'
export * from './progress.ts'
export * from './unreachable.ts'
