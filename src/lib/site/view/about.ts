import { FORMATS, type Format } from '../../interface/index.ts'
import type { Mirror } from '../mirror.ts'
import { type Chrome, chromeOf, hostAndPath } from './chrome.ts'
import { formatCount, formatMoment } from './format.ts'
import { lastChangeOf } from './home.ts'
import { PAGE_STATES, type PageState, pageStateOf } from './state.ts'
import { type Segment, segmentsOf, visible } from './text.ts'
import { type Field, findWebAddress, type Shown, showText } from './value.ts'
import { words } from './words.ts'

/** A row of the table of states. */
export interface StateRow {
  readonly state: PageState
  readonly word: string
  readonly meaning: string
  /** One per format of {@link AboutView.formats}. */
  readonly counts: readonly string[]
}

/** Something a person should know. */
export interface ProblemRow {
  readonly severity: 'hole' | 'warning'
  readonly word: string
  readonly subject: string
  readonly href?: string
  readonly message: string
}

/** A role and the field it was found in. */
export interface InferenceRow {
  readonly what: string
  readonly field: string
  readonly found: boolean
  readonly evidence: string
  readonly override: string
}

/** The page about the mirror. */
export interface AboutView {
  readonly chrome: Chrome
  readonly title: string
  readonly lead: string
  readonly complete: boolean
  readonly run: readonly Field[]
  readonly formats: readonly Format[]
  readonly states: readonly StateRow[]
  readonly htmlNote?: string
  readonly problems: readonly ProblemRow[]
  readonly problemsMore?: readonly Segment[]
  readonly inferences: readonly InferenceRow[]
  readonly programs: readonly (readonly Segment[])[]
  readonly checking: readonly (readonly Segment[])[]
}

const MOST_PROBLEMS = 300

/** What the page about the mirror shows. */
export function aboutView(mirror: Mirror): AboutView {
  const { manifest, catalogue } = mirror
  const { aboutPage } = words
  const lead = aboutPage.lead(hostAndPath(manifest.origin[0] ?? ''))
  const left = manifest.problems.length - MOST_PROBLEMS
  const html = manifest.records.some(({ format }) => format === 'html')
  return {
    chrome: chromeOf(mirror, { page: 'about', title: words.about, description: lead }),
    title: words.about,
    lead,
    complete: manifest.complete,
    run: runOf(mirror),
    ...statesOf(mirror, html),
    ...(html && { htmlNote: aboutPage.htmlNote }),
    problems: [...manifest.problems]
      .sort((a, b) => (a.severity === b.severity ? 0 : a.severity === 'hole' ? -1 : 1))
      .slice(0, MOST_PROBLEMS)
      .map(({ severity, subject, message }) => {
        const href = findWebAddress(subject)
        return {
          severity,
          word: aboutPage[severity],
          subject: visible(subject),
          message: visible(message),
          ...(href !== undefined && { href }),
        }
      }),
    ...(left > 0 && { problemsMore: segmentsOf(aboutPage.problemsMore(left)) }),
    inferences: catalogue.inferences.map(({ what, field, evidence, override }) => ({
      what: visible(what),
      field: visible(field ?? aboutPage.nothingFound),
      found: field !== undefined,
      evidence: visible(evidence),
      override: visible(override ?? ''),
    })),
    programs: aboutPage.programsText.map(segmentsOf),
    checking: aboutPage.checkingText.map(segmentsOf),
  }
}

function runOf(mirror: Mirror): Field[] {
  const { manifest } = mirror
  const { aboutPage } = words
  const moment = (iso: string): Shown => ({ kind: 'moment', ...formatMoment(iso) })
  const text = (said: string): Shown => ({ kind: 'text', text: visible(said) })
  const changed = lastChangeOf(mirror)
  const gaps = manifest.problems.filter(({ severity }) => severity === 'hole').length
  return [
    {
      name: aboutPage.verdict,
      value: text(manifest.complete ? aboutPage.complete : aboutPage.incomplete(gaps)),
    },
    { name: aboutPage.origin, value: { kind: 'list', items: manifest.origin.map(showText) } },
    ...(changed === undefined ? [] : [{ name: aboutPage.changed, value: moment(changed) }]),
    { name: aboutPage.checked, value: { kind: 'clock' } },
    { name: aboutPage.tool, value: text(manifest.tool) },
  ]
}

function statesOf({ manifest }: Mirror, html: boolean): Pick<AboutView, 'formats' | 'states'> {
  const formats = FORMATS.filter((format) => html || format !== 'html').sort(
    (a, b) => Number(a === 'html') - Number(b === 'html'),
  )
  const tally = new Map<string, number>()
  for (const { state, format } of manifest.records) {
    const cell = `${pageStateOf(state)} ${format}`
    tally.set(cell, (tally.get(cell) ?? 0) + 1)
  }
  return {
    formats,
    states: PAGE_STATES.map((state) => ({
      state,
      word: words.states[state],
      meaning: words.stateMeanings[state],
      counts: formats.map((format) => formatCount(tally.get(`${state} ${format}`) ?? 0)),
    })),
  }
}
