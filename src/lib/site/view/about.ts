import { describeInferred, type Inference } from '../../catalogue/index.ts'
import { API_PATH, FORMATS, type Format } from '../../interface/index.ts'
import { CHAIN, measureHistory } from '../../snapshot/index.ts'
import { TIMESTAMP } from '../proof/sign-site.ts'
import { verifyCommandOf } from '../proof/signature.ts'
import { type ChangesView, changesOf, lastChangeOf } from './changes.ts'
import { type Chrome, chromeOf, hostAndPath } from './chrome.ts'
import type { Locale } from './locale.ts'
import type { Mirror } from './mirror.ts'
import { lackingOf, type ProblemsView, problemsOf } from './problems.ts'
import { isFresh, type LastRunProblem, langOfReports, problemOfLastRun } from './state.ts'
import { PAGE_STATES, type PageState, pageStateOf, type StatusTime } from './terms.ts'
import { htmlText, type Segment, segmentsOf } from './text.ts'
import { type Shown, type ShownField, showText } from './value.ts'

/** A row of the table of states. */
interface StateRow {
  readonly state: PageState
  /** One per format of {@link AboutView.formats}. */
  readonly counts: readonly string[]
}

/** A role, and the field that was found for it. */
interface InferenceRow {
  readonly what: string
  readonly field: string
  readonly found: boolean
  readonly evidence: string
  /** The language of the evidence, if it is not that of the page. */
  readonly lang?: string
  readonly override: string
}

/** What a command verifies in a downloaded copy of the mirror. */
interface Check {
  readonly text: readonly Segment[]
  readonly command: string
}

/** The page about the mirror. */
export interface AboutView extends ProblemsView {
  readonly chrome: Chrome
  readonly lead: string
  /** A problem of the last run, shown at the top of the page. */
  readonly lastRunProblem?: LastRunProblem
  readonly run: readonly ShownField[]
  readonly formats: readonly Format[]
  readonly states: readonly StateRow[]
  readonly htmlNote?: string
  /** How many former versions there are; absent if there are none. */
  readonly versionsNote?: string
  readonly changes: ChangesView
  readonly inferences: readonly InferenceRow[]
  readonly checks: readonly Check[]
  readonly checking: readonly (readonly Segment[])[]
}

function inferenceRow(locale: Locale, { what, field, evidence, override }: Inference): InferenceRow {
  const { aboutPage } = locale.words
  const translated = aboutPage.wordEvidence(evidence)
  const lang = translated === undefined ? langOfReports(locale) : undefined
  return {
    what: htmlText(aboutPage.role(what)),
    field: htmlText(field ?? aboutPage.nothingFound),
    found: field !== undefined,
    evidence: htmlText(translated ?? describeInferred(evidence)),
    ...(lang !== undefined && { lang }),
    override: htmlText(override ?? ''),
  }
}

export function aboutView(mirror: Mirror): AboutView {
  const { manifest, catalogue } = mirror
  const { aboutPage } = mirror.words
  const lead = aboutPage.lead(hostAndPath(manifest.origin[0] ?? ''))
  const lastRunProblem = problemOfLastRun(mirror)
  const html = manifest.records.some(({ format }) => format === 'html')
  const { versions, bytes } = measureHistory(manifest)
  return {
    chrome: chromeOf(mirror, { page: 'about', title: mirror.words.about, description: lead }),
    lead,
    ...(lastRunProblem && { lastRunProblem }),
    run: runOf(mirror),
    ...statesOf(mirror, html),
    ...(html && { htmlNote: aboutPage.htmlNote }),
    ...(versions > 0 && { versionsNote: mirror.words.versions.stored(versions, mirror.format.bytes(bytes)) }),
    ...problemsOf(mirror),
    changes: changesOf(mirror, 'about'),
    inferences: catalogue.inferences.map((inference) => inferenceRow(mirror, inference)),
    checks: checksOf(mirror),
    checking: aboutPage.checkingText.map(segmentsOf),
  }
}

function checksOf({ signer, timestampAuthority, words }: Mirror): Check[] {
  const { checks } = words.aboutPage
  return [
    { text: segmentsOf(checks.sums()), command: 'sha256sum --check --quiet SHA256SUMS' },
    ...(signer === undefined
      ? []
      : [{ text: segmentsOf(checks.signature(signer)), command: verifyCommandOf('SHA256SUMS') }]),
    ...(timestampAuthority === undefined
      ? []
      : [
          {
            text: segmentsOf(checks.timestamp(new URL(timestampAuthority).host)),
            command: `openssl ts -verify -data SHA256SUMS -in ${TIMESTAMP.reply} -CAfile authority.pem`,
          },
        ]),
    {
      text: segmentsOf(checks.chain()),
      command: `grep -E '  ${API_PATH}/.*/index[.](json|xml)$' SHA256SUMS | sha256sum; tail -n 1 ${CHAIN}`,
    },
  ]
}

function outcomeOf(mirror: Mirror): Shown[] {
  const lastRunProblem = problemOfLastRun(mirror)
  if (lastRunProblem === undefined) return []
  const { message, sentence } = lastRunProblem
  return message === undefined || langOfReports(mirror)
    ? [{ kind: 'text', text: sentence }]
    : [{ kind: 'text', text: htmlText(message) }]
}

function runOf(mirror: Mirror): ShownField[] {
  const { manifest } = mirror
  const { aboutPage } = mirror.words
  const moment = (iso: string): Shown => ({ kind: 'moment', ...mirror.format.moment(iso) })
  const text = (value: string): Shown => ({ kind: 'text', text: htmlText(value) })
  const changed = lastChangeOf(mirror)
  return [
    {
      name: aboutPage.verdict,
      value: text(manifest.complete ? aboutPage.complete : aboutPage.incomplete(lackingOf(mirror))),
    },
    ...unaskedOf(mirror).map((value) => ({ name: aboutPage.unasked, value })),
    ...outcomeOf(mirror).map((value) => ({ name: aboutPage.outcome, value })),
    {
      name: aboutPage.origin,
      value: { kind: 'list', items: manifest.origin.map((base) => showText(mirror, base)) },
    },
    ...(changed === undefined ? [] : [{ name: aboutPage.changed, value: moment(changed) }]),
    ...timesOf(mirror),
    { name: mirror.words.footer.tool, value: text(manifest.tool) },
  ]
}

// How many copies rest on an earlier run, and since when at most.
function unaskedOf({ manifest, format, words }: Mirror): Shown[] {
  const unasked = manifest.records.filter(({ state }) => state === 'unasked')
  const [since = ''] = unasked.flatMap(({ fetchedAt }) => fetchedAt ?? []).sort()
  if (unasked.length === 0) return []
  return [
    { kind: 'text', text: htmlText(words.aboutPage.unaskedFiles(unasked.length, format.day(since).text)) },
  ]
}

function timesOf(mirror: Mirror): ShownField[] {
  const stale: readonly StatusTime[] = isFresh(mirror) ? [] : ['staleSince']
  return (['crawledAt', 'triedAt', 'answeredAt', 'completeAt', ...stale, 'goodUntil'] as const).map(
    (time) => ({
      name: mirror.words.status.times[time],
      value: { kind: 'clock', time },
    }),
  )
}

function statesOf(mirror: Mirror, html: boolean): Pick<AboutView, 'formats' | 'states'> {
  const { manifest } = mirror
  const formats = FORMATS.filter((format) => html || format !== 'html').sort(
    (a, b) => Number(a === 'html') - Number(b === 'html'),
  )
  const counted = new Map<string, number>()
  for (const { state, format } of manifest.records) {
    const cell = `${pageStateOf(state)} ${format}`
    counted.set(cell, (counted.get(cell) ?? 0) + 1)
  }
  return {
    formats,
    states: PAGE_STATES.map((state) => ({
      state,
      counts: formats.map((format) => mirror.format.count(counted.get(`${state} ${format}`) ?? 0)),
    })),
  }
}
