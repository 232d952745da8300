import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FakePrice, type Json, openAccount, type StripeAccount, StripeRefusal, wire } from './stripe-account.ts'
import { type Form, listOf, readForm, textOf } from './stripe-form.ts'

interface Seen {
  method: string
  path: string
  form: Form
  version: string | undefined
  key: string | undefined
}

export interface FakeStripe {
  url: string
  account: StripeAccount
  /** What was asked, in order; what was answered from the memory of an idempotency key is not in it. */
  requests: Seen[]
  /** How it behaves from now on: `down` answers 500, `gone` hangs up, `mute` does the work and then hangs up. */
  mood: 'well' | 'down' | 'gone' | 'mute'
  /** Runs before a request is worked on; to let something else happen first. */
  before: ((seen: Seen) => Promise<void> | void) | undefined
  /** A new start: everything but the prices is forgotten. */
  forget(): void
  stop(): Promise<void>
}

/** Stripe's API on a loopback port, as far as Keyhold asks: forms in, JSON out, its errors, versions and idempotency keys. */
export async function fakeStripe({ secretKey, now }: { secretKey: string; now: () => Date }): Promise<FakeStripe> {
  const account = openAccount(now)
  const working = new Set<string>()
  const remembered = new Map<string, { request: string; status: number; body: Json }>()
  const fake: FakeStripe = { url: '', account, requests: [], mood: 'well', before: undefined, forget, stop }

  async function answer(request: IncomingMessage, text: string, response: ServerResponse): Promise<void> {
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const method = request.method ?? ''
    const header = (name: string) => request.headers[name] as string | undefined
    const reply = (status: number, body: Json) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${fake.requests.length}` })
        .end(JSON.stringify(body))
    if (fake.mood === 'gone') return void request.socket.destroy()
    if (fake.mood === 'down') return void reply(500, { error: { type: 'api_error', message: 'Something went wrong' } })
    if (header('authorization') !== `Bearer ${secretKey}`)
      return void reply(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } })

    const key = header('idempotency-key')
    const known = key === undefined ? undefined : remembered.get(key)
    if (known && known.request !== `${method} ${path} ${text}`)
      return void reply(400, {
        error: {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters',
        },
      })
    if (known) return void (fake.mood === 'mute' ? request.socket.destroy() : reply(known.status, known.body))

    if (key !== undefined && working.has(key))
      return void reply(409, {
        error: {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: 'There is currently another in-progress request using this key',
        },
      })
    if (key !== undefined) working.add(key)

    const seen: Seen = {
      method,
      path,
      form: readForm(method === 'GET' ? query : text),
      version: header('stripe-version'),
      key,
    }
    fake.requests.push(seen)
    await fake.before?.(seen)
    const { status, body } = work(account, seen)
    if (key !== undefined) working.delete(key)
    if (key !== undefined) remembered.set(key, { request: `${method} ${path} ${text}`, status, body })
    if (fake.mood === 'mute') return void request.socket.destroy()
    reply(status, body)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void answer(request, Buffer.concat(chunks).toString(), response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake

  function forget(): void {
    account.forget()
    remembered.clear()
    fake.requests.length = 0
    Object.assign(fake, { mood: 'well', before: undefined })
  }

  function stop(): Promise<void> {
    return new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve())))
  }
}

function work(account: StripeAccount, seen: Seen): { status: number; body: Json } {
  try {
    const isExpanded = listOf(seen.form.expand).includes('latest_invoice.confirmation_secret')
    const body = route(account, seen)
    return { status: 200, body: wire(body, isExpanded ? account : undefined) }
  } catch (error) {
    if (error instanceof StripeRefusal) return { status: error.status, body: error.body }
    return { status: 500, body: { error: { type: 'api_error', message: String(error) } } }
  }
}

function route(account: StripeAccount, { method, path, form }: Seen): Json {
  const [, , resource = '', id = '', action = ''] = path.split('/')
  switch (
    `${method} ${resource}${id && (id === 'create_preview' ? '/create_preview' : '/:id')}${action && `/${action}`}`
  ) {
    case 'POST customers':
      return account.createCustomer(form)
    case 'POST products':
      return account.createProduct(form)
    case 'POST prices':
      return account.createPrice(form)
    case 'GET prices/:id':
      return account.prices.get(id) ?? missing('price', id)
    case 'GET prices':
      return { object: 'list', has_more: false, data: pricesBy(account, listOf(form.lookup_keys)) }
    case 'POST subscriptions':
      return account.createSubscription(form)
    case 'GET subscriptions/:id':
      return account.subscription(id)
    case 'POST subscriptions/:id':
      return account.updateSubscription(id, form)
    case 'DELETE subscriptions/:id':
      return account.cancelSubscription(id)
    case 'GET invoices/:id':
      return account.invoice(id)
    case 'POST invoices/:id/void':
      return account.voidInvoice(id)
    case 'POST invoices/create_preview':
      return account.preview(form)
    default:
      throw new StripeRefusal(404, { message: `Unrecognized request URL (${method}: ${path})` })
  }
}

const pricesBy = ({ prices }: StripeAccount, keys: (string | Form)[]): FakePrice[] =>
  [...prices.values()].filter(({ lookup_key: key }) => key !== null && keys.some((one) => textOf(one) === key))

function missing(kind: string, id: string): never {
  throw new StripeRefusal(404, { code: 'resource_missing', param: kind, message: `No such ${kind}: '${id}'` })
}
