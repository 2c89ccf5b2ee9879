import { hrefOf, LIST_OPERATIONS } from '../../../src/lib/interface/index.ts'
import type { DataPackage } from '../package/types.ts'
import type { ShapeWriter } from '../shapes/types.ts'
import { escapeText } from '../text/escape.ts'
import { navigation } from './links.ts'
import { htmlPage } from './page.ts'
import { htmlWordsOf } from './words.ts'

/** The page at the base address: what is published, and how to request it. */
export function homePage(data: DataPackage, shape: ShapeWriter): string {
  const words = htmlWordsOf(shape.html.language)
  const lists = LIST_OPERATIONS.map((operation) => {
    const href = hrefOf({ operation })
    return `<li>${words.operations[operation]}: <a href="${href}">html</a>, <a href="${href}?type=json">json</a>, <a href="${href}?type=xml">xml</a></li>`
  })
  const body = [
    navigation(words, ''),
    `<h1>${escapeText(data.title)}</h1>`,
    `<p>${escapeText(data.description)}</p>`,
    `<p>${data.datasets.length} datasets. The shape of the answers: ${escapeText(shape.summary)}.</p>`,
    `<ul>\n${lists.join('\n')}\n</ul>`,
    '<p>The data of one dataset: <code>api/v1/get_dataset/&lt;code&gt;/</code>, with <code>?type=json</code> or <code>?type=xml</code>.</p>',
  ]
  return htmlPage(shape.html.language, data.title, body.join('\n'))
}
