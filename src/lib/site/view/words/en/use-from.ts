/** The words of the examples of use. */
export const useFrom = {
  title: 'Use it',
  tools: {
    curl: 'curl',
    python: 'Python',
    pandas: 'Python (pandas)',
    r: 'R',
    javascript: 'JavaScript',
    duckdb: 'DuckDB',
  },
  /** Goes when a script puts the address of the mirror in. */
  relative: 'The address is written from the root of this mirror: put the mirror’s own address before it.',
  addressOf: (format: string) => `the address of the ${format}`,
  copy: 'Copy',
  copied: 'Copied',
} as const
