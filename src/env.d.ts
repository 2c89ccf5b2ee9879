/// <reference types="astro/client" />

declare module 'virtual:mirror' {
  /** The generation the pages are made from; provided by the mirror integration. */
  export const mirror: import('./lib/site/index.ts').Mirror
}
