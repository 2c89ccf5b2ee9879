/** The locale of the page a script runs in, for Intl: British for English, as everything else of the mirror. */
export function pageLocale(): string {
  const { lang } = document.documentElement
  return lang === 'en' ? 'en-GB' : lang
}
