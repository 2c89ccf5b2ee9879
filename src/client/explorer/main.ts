import { Explorer } from './page/explorer.ts'

const root = document.querySelector<HTMLElement>('[data-explorer]')
const { src } = document.currentScript as HTMLScriptElement
if (root) new Explorer(root, new URL('explorer-worker.js', src).href).start()
