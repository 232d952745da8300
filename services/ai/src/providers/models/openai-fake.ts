import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the fake endpoint does with a request. */
export type Behaviour =
  | { does: 'reply'; reply: unknown }
  | { does: 'text'; text: string }
  | { does: 'tools'; calls: readonly { name: string; arguments: string }[] }
  | { does: 'refuse'; refusal: string }
  | { does: 'fail'; status: number }
  | { does: 'hang' }
  | { does: 'cut' }
  | { does: 'filter' }

export interface SeenRequest {
  authorization: string | undefined
  model: string
  messages: { role: string; content: string | null; tool_call_id?: string }[]
  tools: { function: { name: string; parameters: Record<string, unknown> } }[]
  stream: boolean
}

/** An endpoint that speaks OpenAI's wire format for streamed chat completions. `behave` says what each request gets. */
export async function startFakeOpenAi(behave: (request: SeenRequest, index: number) => Behaviour) {
  const seen: SeenRequest[] = []
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      open.add(response)
      const body = JSON.parse(Buffer.concat(parts).toString()) as SeenRequest
      seen.push({ ...body, authorization: request.headers.authorization })
      answer(response, behave(seen.at(-1)!, seen.length - 1))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    async stop() {
      for (const response of open) response.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(response: ServerResponse, behaviour: Behaviour): void {
  if (behaviour.does === 'hang') return
  if (behaviour.does === 'fail') {
    response.writeHead(behaviour.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: 'as the test wants', type: 'error', code: null, param: null } }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (delta: object, reason: string | null = null) =>
    response.write(`data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`)
  send({ role: 'assistant', content: null })
  switch (behaviour.does) {
    case 'reply':
      return text(response, send, JSON.stringify(behaviour.reply))
    case 'text':
      return text(response, send, behaviour.text)
    case 'refuse':
      send({ refusal: behaviour.refusal })
      return finish(response, send, 'stop')
    case 'filter':
      send({ content: '' })
      return finish(response, send, 'content_filter')
    case 'cut':
      send({ content: '{"outcome":"answ' })
      return void response.destroy()
    case 'tools':
      for (const [index, { name, arguments: input }] of behaviour.calls.entries())
        send({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: input } }] })
      return finish(response, send, 'tool_calls')
  }
}

const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'fake-1' }

function text(response: ServerResponse, send: (delta: object) => void, words: string): void {
  // In pieces, as a model speaks.
  for (let at = 0; at < words.length; at += 7) send({ content: words.slice(at, at + 7) })
  finish(response, send, 'stop')
}

function finish(response: ServerResponse, send: (delta: object, reason: string) => void, reason: string): void {
  send({}, reason)
  const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 }
  response.write(`data: ${JSON.stringify({ ...head, choices: [], usage })}\n\n`)
  response.end('data: [DONE]\n\n')
}
