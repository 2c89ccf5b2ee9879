import { TEXT } from '../events.ts'
import { isMeasured } from '../records/heading.ts'
import { countOf, namedChildren, type SkeletonNode } from '../survey.ts'

/** Which elements of a row are its cells, and the elements from one to its text. */
export interface ElementCells {
  readonly element: string
  readonly steps: readonly string[]
  /** The texts of the first row, which has all cells. */
  readonly first: readonly string[]
}

/** Fewer rows, and cells of a row, may be something else. */
const [LEAST_ROWS, LEAST_CELLS] = [3, 2]
/** The least share of the cells of all rows. Rows leave out empty ones. */
const LEAST_FILLED = 0.5
/** Below names, so many cells of a row are numbers or dates, on average. */
const LEAST_MEASURED = 0.5
const YEAR = /^(?:1[89]|20)\d\d$/
const CELL = /(?:^|[-_])(?:cell|c|td|col|column|ячейка|графа|столбец)$/i
/** Cells that stand for several have no positions by their order. */
const SEVERAL = /^@.*(?:repeated|span|merge)/i

/**
 * The cells of rows that are elements: apart from attributes that hardly differ, each row has only elements of one name that is one of cells, and
 * each of these one text, as in `<Row><Cell><Data>bus</Data></Cell><Cell>…</Cell></Row>`. Undefined if the first row lacks some cells or has numbers
 * other than years, or if there are hardly any below it: then nothing shows that it has names.
 */
export function findElementCells(row: SkeletonNode): ElementCells | undefined {
  const [cell, ...others] = elementsIn(row)
  if (cell === undefined || others.length > 0 || !CELL.test(cell.step)) return undefined
  if (row.elements !== countOf(row) || namedChildren(row).some(isTelling)) return undefined
  const width = cell.repeat
  const { elements } = cell
  if (row.elements < LEAST_ROWS || width < LEAST_CELLS) return undefined
  if (elements !== countOf(cell) || elements < row.elements * width * LEAST_FILLED) return undefined
  if (namedChildren(cell).some(({ step }) => SEVERAL.test(step)) || row.first?.elements !== width)
    return undefined
  const path = pathToText(cell)
  const texts = path?.at(-1)?.children.get(TEXT)?.values ?? []
  const [first, below] = [texts.slice(0, width), texts.slice(width)]
  const isHeading = below.filter(isMeasured).length >= (below.length / width) * LEAST_MEASURED
  if (path === undefined || !isHeading || first.some((text) => isMeasured(text) && !YEAR.test(text)))
    return undefined
  return { element: cell.step, steps: path.slice(1).map(({ step }) => step), first }
}

// Whether an attribute of rows is a field of them, and not how they are shown.
function isTelling({ step, values }: SkeletonNode): boolean {
  return step.startsWith('@') && new Set(values).size * 2 > values.length && values.length > 1
}

function elementsIn(node: SkeletonNode): SkeletonNode[] {
  return namedChildren(node).filter(({ step }) => !step.startsWith('@') && step !== TEXT)
}

// The nodes from a cell to the element with its text.
function pathToText(cell: SkeletonNode): readonly SkeletonNode[] | undefined {
  const path = [cell]
  for (let node: SkeletonNode | undefined = cell; node; ) {
    const inner = elementsIn(node)
    if (inner.length === 0) return node.children.has(TEXT) ? path : undefined
    if (inner.length > 1 || node.children.has(TEXT) || (inner[0]?.repeat ?? 0) > 1) return undefined
    node = inner[0]
    if (node) path.push(node)
  }
  return undefined
}
