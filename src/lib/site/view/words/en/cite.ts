/** The words of how to cite. */
export const cite = {
  title: 'How to cite',
  text: 'As text',
  forms: { bibtex: 'BibTeX', ris: 'RIS' },
  titled: (title: string) => `${title} [data set]`,
  via: (mirror: string) => `Via ${mirror}`,
  /** Filled in by a script: nobody knows when pages are made on which day they are read. */
  accessed: ' Accessed {day}.',
} as const
