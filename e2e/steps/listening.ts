import type { BrowserContext } from 'playwright-core'

export interface Heard {
  /** Every answer of the API that the pages of a context got, with its address. */
  answers: () => Promise<string[]>
}

/** Keeps what the API answers to the pages of a context. */
export function listen(context: BrowserContext): Heard {
  const reading: Promise<string>[] = []
  context.on('response', (response) => {
    const url = response.url()
    // The stream never ends; `followStream` reads it.
    if (!new URL(url).pathname.startsWith('/api/') || url.endsWith('/api/stream')) return
    // A page that is left takes the body with it.
    reading.push(
      response.text().then(
        (body) => `${url} ${body}`,
        () => url,
      ),
    )
  })
  return { answers: () => Promise.all(reading) }
}

/** Follows `/api/stream` as the one who is signed in there, byte for byte, until `end`. */
export async function followStream(
  url: string,
  context: BrowserContext,
): Promise<{ said: () => string; end: () => Promise<void> }> {
  const cookie = (await context.cookies(url)).map(({ name, value }) => `${name}=${value}`).join('; ')
  const stop = new AbortController()
  const answer = await fetch(`${url}/api/stream`, { headers: { cookie }, signal: stop.signal })
  if (!answer.ok || !answer.body) throw new Error(`/api/stream answered ${answer.status}`)
  let said = ''
  const decoder = new TextDecoder()
  const reading = (async () => {
    for await (const chunk of answer.body as ReadableStream<Uint8Array>) said += decoder.decode(chunk, { stream: true })
  })().catch(() => {})
  return {
    said: () => said,
    async end() {
      stop.abort()
      await reading
    },
  }
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** The ids that stand in texts. */
export const idsIn = (texts: string[]): Set<string> => new Set(texts.flatMap((text) => text.match(uuid) ?? []))
