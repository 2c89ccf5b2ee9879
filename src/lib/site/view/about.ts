import { describeInferred, type Inference } from '../../catalogue/index.ts'
import { API_PATH, FORMATS } from '../../interface/index.ts'
import { CHAIN, measureHistory } from '../../snapshot/index.ts'
import { TIMESTAMP } from '../proof/sign-site.ts'
import { verifyCommandOf } from '../proof/signature.ts'
import { changesOf, lastChangeOf } from './changes.ts'
import { chromeOf, hostAndPath } from './chrome.ts'
import type { Locale } from './locale.ts'
import type { Mirror } from './mirror.ts'
import { lackingOf, problemsOf } from './problems.ts'
import { isFresh, langOfReports, problemOfLastRun } from './state.ts'
import { PAGE_STATES, pageStateOf, type StatusTime } from './terms.ts'
import { htmlText, segmentsOf } from './text.ts'
import { type Shown, type ShownField, showText } from './value.ts'

/** A role, and the field that was found for it. */
function inferenceRow(locale: Locale, { what, field, evidence, override }: Inference) {
  const { aboutPage } = locale.words
  const translated = aboutPage.wordEvidence(evidence)
  const lang = translated === undefined ? langOfReports(locale) : undefined
  return {
    what: htmlText(aboutPage.role(what)),
    field: htmlText(field ?? aboutPage.nothingFound),
    found: field !== undefined,
    evidence: htmlText(translated ?? describeInferred(evidence)),
    /** The language of the evidence, if it is not that of the page. */
    ...(lang !== undefined && { lang }),
    override: htmlText(override ?? ''),
  }
}

/** What the page about the mirror shows. */
export function aboutView(mirror: Mirror) {
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

// What commands verify in a downloaded copy of the mirror.
function checksOf({ signer, timestampAuthority, words }: Mirror) {
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

function statesOf(mirror: Mirror, html: boolean) {
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
      // One per format.
      counts: formats.map((format) => mirror.format.count(counted.get(`${state} ${format}`) ?? 0)),
    })),
  }
}
