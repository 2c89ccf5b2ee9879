// What renders pages apart from Astro's own build, in a thread of its own. It is bundled with the pages, see renderer-bundle.ts.
import { createApp } from 'astro/app/entrypoint'

export { mirror } from 'virtual:mirror'
/** Made when it is asked for: there is one to a bundle, and in the thread of the build that is Astro's. */
export const openApp = () => createApp({ streaming: false })
