import { afterEach, beforeEach, vi } from 'vitest'

/** A call that a component made. */
export interface Sent {
  method: string
  path: string
  query: Record<string, string>
  body: unknown
}

/** By "METHOD /path" a record, a list in one page, a refusal as a `Response`, or a function of the call; else 404. */
export type Answers = Record<string, unknown>

/** A refusal as the services send it. */
export const refusal = (status: number, detail: string, more: { code?: string; issues?: unknown[] } = {}): Response =>
  Response.json({ title: 'Refused', status, detail, ...more }, { status })

/** Replaces the gateway: every `fetch` and upload of the page ends here. `sent` lists the changes that were made. */
export function useFakeServer(): { answer: (answers: Answers) => void; sent: Sent[] } {
  let answers: Answers = {}
  const sent: Sent[] = []
  const handle = (method: string, address: string, body: unknown): Response => {
    const url = new URL(address, 'http://localhost')
    const call = { method, path: url.pathname, query: Object.fromEntries(url.searchParams), body: bodyOf(body) }
    if (method !== 'GET') sent.push(call)
    const given = answers[`${method} ${url.pathname}`]
    const answer: unknown = typeof given === 'function' ? (given as (sent: Sent) => unknown)(call) : given
    if (answer instanceof Response) return answer.clone()
    if (answer === undefined) return refusal(404, `Nothing is prepared for ${method} ${url.pathname}`)
    return Response.json(answer, Array.isArray(answer) ? { headers: { 'x-total-count': String(answer.length) } } : {})
  }
  beforeEach(() => {
    answers = {}
    sent.length = 0
    vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: RequestInit = {}) =>
      Promise.resolve(handle(method, address, body)),
    )
    vi.stubGlobal('XMLHttpRequest', requestClass(handle))
  })
  // A call that leaves after its test is not answered: a failure would send it again a second later, into the next test.
  afterEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})))
  return { answer: (next) => Object.assign(answers, next), sent }
}

const bodyOf = (body: unknown): unknown =>
  typeof body === 'string' ? JSON.parse(body) : body instanceof FormData ? Object.fromEntries(body) : body

/** As much of XMLHttpRequest as uploads use (`api/client/upload.ts`). */
function requestClass(handle: (method: string, address: string, body: unknown) => Response) {
  return class {
    #call: [method: string, address: string] = ['POST', '/']
    #onLoad: (() => void)[] = []
    upload = { addEventListener: () => {} }
    responseText = ''
    status = 0
    statusText = ''
    open = (method: string, address: string) => void (this.#call = [method, address])
    setRequestHeader = () => {}
    getAllResponseHeaders = () => 'content-type: application/json'
    addEventListener = (name: string, listener: () => void) => void (name === 'load' && this.#onLoad.push(listener))
    send = (body: unknown) => {
      const answer = handle(...this.#call, body)
      void answer.text().then((text) => {
        Object.assign(this, { responseText: text, status: answer.status })
        for (const listener of this.#onLoad) listener()
      })
    }
  }
}
