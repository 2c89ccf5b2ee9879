import type { Words } from '../type.ts'

export const cite: Words['cite'] = {
  title: 'Как цитировать',
  text: 'Текстом',
  forms: { bibtex: 'BibTeX', ris: 'RIS' },
  titled: (title) => `${title} [набор данных]`,
  via: (mirror) => `По зеркалу «${mirror}»`,
  accessed: ' Дата обращения: {day}.',
}
