import { runsIn, termsOf } from './words.ts'

/** A piece of a text; marked where it is why the text was found. */
interface Highlight {
  readonly text: string
  readonly marked: boolean
}

/** Cuts a text at the words that have one of these terms: whole words, in whatever form they stand there. */
export function highlight(text: string, terms: ReadonlySet<string>): Highlight[] {
  const pieces: Highlight[] = []
  let done = 0
  for (const { start, end, text: run } of runsIn(text)) {
    if (!termsOf(run).some((term) => terms.has(term))) continue
    if (start > done) pieces.push({ text: text.slice(done, start), marked: false })
    pieces.push({ text: run, marked: true })
    done = end
  }
  if (done < text.length) pieces.push({ text: text.slice(done), marked: false })
  return pieces
}
