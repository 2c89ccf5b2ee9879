/** Text as a browser shows it: runs of white space are one blank, none at the ends (CSS Text 3, 4.1). */
export function renderedText(text: string): string {
  return text.replace(/[ \t\n\f\r]+/g, ' ').replace(/^ | $/g, '')
}
