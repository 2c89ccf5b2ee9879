import { API_PATH } from '../interface/index.ts'
import { headersOf } from '../site/index.ts'
import { describeAnswer } from './answer.ts'
import { MOST_UNKNOWN } from './ask-file.ts'
import { judgeHeaders } from './judge-headers.ts'
import { fail, pass, type Question, unsupported } from './question.ts'
import { type CheckedSite, findFile } from './site.ts'

const PAGE = '404.html'

/** Requests a dataset that does not exist, in every form of address. `name` is a code that no dataset has. */
export function askMissing(site: CheckedSite, name: string): Question[] {
  const folder = `${API_PATH}/get_dataset/${encodeURIComponent(name)}/`
  return [
    ...['', '?type=json', '?type=xml', 'index.json', 'index.xml'].map((rest) => folder + rest),
    `${API_PATH}/${encodeURIComponent(name)}/?type=json`,
    encodeURIComponent(name),
  ].map((target) => askAbsent(site, target))
}

/** Requests one address that does not exist. */
export function askAbsent(site: CheckedSite, target: string): Question {
  const page = findFile(site, PAGE)
  return {
    target,
    most: MOST_UNKNOWN,
    judge(answer) {
      if (answer.kind === 'failed' || answer.status !== 404)
        return [fail('missing', describeAnswer(answer), '404')]
      const own =
        answer.sha256 === page?.sha256
          ? [pass('notfound')]
          : [unsupported('notfound', 'another page', "the mirror's own 404.html")]
      const headers = judgeHeaders(answer, PAGE, headersOf(PAGE))
      return [pass('missing'), ...(page ? own : []), ...headers]
    },
  }
}
