import type { Words } from '../type.ts'

export const useFrom: Words['useFrom'] = {
  title: 'Как использовать',
  tools: {
    curl: 'curl',
    python: 'Python',
    pandas: 'Python (pandas)',
    r: 'R',
    javascript: 'JavaScript',
    duckdb: 'DuckDB',
  },
  relative: 'Адрес указан от корня этого зеркала: поставьте перед ним адрес самого зеркала.',
  addressOf: (format) => `адрес ${format}`,
  copy: 'Копировать',
  copied: 'Скопировано',
}
