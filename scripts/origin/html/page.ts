import { escapeText } from '../text/escape.ts'

/** A complete html page. `body` is markup, `title` is text. */
export function htmlPage(language: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { border: 1px solid #ccc; padding: .25rem .5rem; text-align: start; vertical-align: top }
</style>
</head>
<body>
${body}
</body>
</html>
`
}

/** A heading and paragraphs of text, for error pages. */
export function messagePage(title: string, ...paragraphs: readonly string[]): string {
  const text = paragraphs.map((paragraph) => `<p>${escapeText(paragraph)}</p>`)
  return htmlPage('en', title, [`<h1>${escapeText(title)}</h1>`, ...text].join('\n'))
}
