import { Explorer } from './page/explorer.ts'

const root = document.querySelector<HTMLElement>('[data-explorer]')
const { src } = document.currentScript as HTMLScriptElement
if (root) new Explorer(root, (name) => new URL(`explorer-${name}.js`, src).href).start()
