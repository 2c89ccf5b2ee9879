import { hash } from 'node:crypto'
import { RULES } from './host/rules.ts'
import { colourOf, partsOf } from './image/pixels.ts'

/** How the pages of a mirror look, and what their foot shows, as plain data. The files are paths of the site. */
export interface Branding {
  readonly logo?: string
  readonly stylesheet?: string
  readonly links?: readonly { readonly text: string; readonly href: string }[]
  /** A web or e-mail address. */
  readonly contact?: string
}

/** What the operator chose; files by their contents. */
interface BrandingChoice extends Pick<Branding, 'links' | 'contact'> {
  readonly logo?: { readonly extension: string; readonly bytes: Buffer }
  readonly css?: Buffer
  /** `#rrggbb`. */
  readonly accent?: string
}

/** A file of the site. */
interface BrandingFile {
  readonly path: string
  readonly bytes: Buffer
}

/** The branding of a mirror, and its files, which have a hash of their contents in their names. */
export function brandingOf({ logo, css, accent, links = [], contact }: BrandingChoice): {
  readonly branding: Branding
  readonly files: readonly BrandingFile[]
} {
  const styles = [...(accent === undefined ? [] : [Buffer.from(accentCss(accent))]), ...(css ? [css] : [])]
  const stylesheet = styles.length === 0 ? undefined : fileOf('branding', '.css', Buffer.concat(styles))
  const picture = logo && fileOf('logo', logo.extension, logo.bytes)
  return {
    branding: {
      ...(picture && { logo: picture.path }),
      ...(stylesheet && { stylesheet: stylesheet.path }),
      ...(links.length > 0 && { links }),
      ...(isAddress(contact) && { contact }),
    },
    files: [picture ?? [], stylesheet ?? []].flat(),
  }
}

function fileOf(name: string, extension: string, bytes: Buffer): BrandingFile {
  return { path: `${RULES.hashedFolder}${name}.${hash('sha256', bytes).slice(0, 16)}${extension}`, bytes }
}

function isAddress(contact: string | undefined): contact is string {
  return (
    contact !== undefined && (/^(?:https?|mailto):\S+$/i.test(contact) || /^[^\s@]+@[^\s@]+$/.test(contact))
  )
}

/** The backgrounds of text in the two schemes: of pages, and of bars behind rows (`base.css`). */
const BACKGROUNDS = { light: ['#fbfcfa', '#eef4ee'], dark: ['#101614', '#17201c'] } as const
/** Least contrast of text (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5

/** The colours of links and buttons in both schemes, which are readable whatever the accent is. */
function accentCss(accent: string): string {
  const rules = (['light', 'dark'] as const).map((scheme) => {
    const link = contrasting(accent, scheme)
    const where = scheme === 'light' ? 'screen' : 'screen and (prefers-color-scheme:dark)'
    return `@media ${where}{:root{--link:${link};--link-rule:color-mix(in srgb,${link} 45%,var(--paper))}}\n`
  })
  return rules.join('')
}

/** The colour nearest to an accent, on the way to black or white, that has enough contrast in a scheme. */
export function contrasting(accent: string, scheme: keyof typeof BACKGROUNDS): string {
  const end = scheme === 'light' ? 0 : 255
  for (let share = 0; share < 1; share += 0.02) {
    const color = partsOf(accent).map((channel) => Math.round(channel + (end - channel) * share))
    if (BACKGROUNDS[scheme].every((background) => contrastOf(color, partsOf(background)) >= LEAST_CONTRAST))
      return colourOf(color)
  }
  return scheme === 'light' ? '#000000' : '#ffffff'
}

/** The contrast of two colours (WCAG 2.2, contrast ratio). */
function contrastOf(a: readonly number[], b: readonly number[]): number {
  const [dark = 0, light = 0] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG 2.2, relative luminance. */
function luminanceOf(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
