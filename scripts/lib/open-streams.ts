import type { Client } from '../../services/testing/product.ts'

/** What `/api/stream` tells one open page. */
export interface OpenStream {
  /** Ends the stream; it is not opened again. */
  close(): void
  /** Resolves when the stream says that it is ready. */
  ready: Promise<void>
}

interface Listening {
  heard: (change: { type: string; subject: string }) => void
  /** The connection broke: it is opened again, as a browser does. */
  broke?: () => void
}

const pauseMs = 500

/** Opens `/api/stream` as a page does, and opens it again after a break. */
export function openStream(client: Client, { heard, broke }: Listening): OpenStream {
  const abort = new AbortController()
  const first = Promise.withResolvers<void>()
  const read = async () => {
    const { body, ok } = await client.fetch('/api/stream', { signal: abort.signal })
    if (!ok || !body) throw new Error('the stream was refused')
    let rest = ''
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        if (block.includes('event: ready')) first.resolve()
        const data = /^data: ?(\{.*\})$/m.exec(block)?.[1]
        if (data && !block.startsWith('event:')) heard(JSON.parse(data) as { type: string; subject: string })
      }
    }
  }
  const go = async () => {
    while (!abort.signal.aborted) {
      await read().catch(() => {})
      if (abort.signal.aborted) return
      broke?.()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  void go()
  return { close: () => abort.abort(), ready: first.promise }
}
