/** The words of the pages of lists. */
export const listPage = {
  noCopy: 'There is no good copy of this list.',
  unfiledCategory: 'Without a category',
  unfiledOiv: 'Without an OIV',
  unfiledNote: 'Datasets whose category is not in the list of categories.',
  unfiledOivNote: 'Datasets whose OIV is not in the list of OIVs.',
  index: 'By first letter',
  digits: '0–9',
  symbols: '#',
  empty: 'This list is empty.',
  notUnderstood: 'What the entries of this list mean could not be inferred; here they are as they stand.',
} as const
