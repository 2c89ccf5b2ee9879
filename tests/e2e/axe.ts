import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The only rules that see colours. */
const COLOURS = ['color-contrast', 'link-in-text-block']
/** Violations of WCAG 2.2 AA, in words: all rules in light mode, those about colours in dark mode too. */
export async function hindrances(page: Page, part = 'html'): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const found = await violationsOf(axe(page, part).withTags(WCAG))
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await violationsOf(axe(page, part).withRules(COLOURS))
  return [...found, ...inDark.map((fault) => `in the dark, ${fault}`)]
}

// Otherwise axe opens a page of its own for each analysis, against frames of other origins, which no page of a mirror has.
const axe = (page: Page, part: string) => new AxeBuilder({ page }).include(part).setLegacyMode(true)

async function violationsOf(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary}`),
  )
}
