import { createApp } from 'astro/app/entrypoint'
import type { PageLocals } from '../../src/lib/site/view/index.ts'

const app = createApp({ streaming: false })
// Astro would respond with a page about the error.
app.renderError = async (request, { error }) => {
  throw error ?? new Error(`The page builder could not render ${request.url}.`)
}

/** Renders a page with its template, `src/pages/<template>.astro`. Throws what the template throws. */
export async function render(locals: PageLocals): Promise<Uint8Array> {
  const request = new Request(`http://localhost/${locals.content.template}`)
  const response = await app.render(request, { locals })
  return new Uint8Array(await response.arrayBuffer())
}
