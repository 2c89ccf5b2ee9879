/// <reference types="astro/client" />

declare namespace App {
  interface Locals extends Readonly<import('./lib/site/view/index.ts').PageLocals> {}
}
