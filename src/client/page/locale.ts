/** The locale of the page for Intl: British English, as everywhere in the mirror. */
export function pageLocale(): string {
  const { lang } = document.documentElement
  return lang === 'en' ? 'en-GB' : lang
}
