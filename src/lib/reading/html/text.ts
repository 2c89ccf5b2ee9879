/** Text as displayed by a browser: white space is collapsed and trimmed (CSS Text 3, 4.1). */
export function renderedText(text: string): string {
  return text.replace(/[ \t\n\f\r]+/g, ' ').replace(/^ | $/g, '')
}
