/** The words of the csv beside the origin's files. */
export const tableFile = {
  format: 'csv',
  note: (format: string) =>
    `All records, for spreadsheets and programs: made by this mirror from the ${format}, not the origin’s own.`,
  checksums: 'in SHA256SUMS',
} as const
