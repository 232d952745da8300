import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAccount, type StripeAccount } from './account.ts'
import { type Form, listOf, readForm, textOf } from './form.ts'
import { type FakePrice, type Json, StripeRefusal, wire } from './objects.ts'

export interface FakeRequest {
  method: string
  path: string
  form: Form
  version: string | undefined
  key: string | undefined
}

export interface FakeStripe {
  url: string
  account: StripeAccount
  /** The requests that were carried out, in order. A replay by idempotency key is not among them. */
  requests: FakeRequest[]
  /** What happens to requests from now on. `hang-up-after` carries a request out and then closes the connection. */
  failure: 'none' | 'error' | 'hang-up' | 'hang-up-after'
  /** Runs before a request is carried out, so that a test can let something else happen first. */
  before: ((request: FakeRequest) => Promise<void> | void) | undefined
  /** Forgets everything but the prices. */
  reset(): void
  stop(): Promise<void>
}

interface Answer {
  status: number
  body: Json
}

/** Stripe's API on a loopback port, as far as Keyhold uses it: forms in, JSON out, its errors, versions and idempotency keys. */
export async function fakeStripe({ secretKey, now }: { secretKey: string; now: () => Date }): Promise<FakeStripe> {
  const account = createAccount(now)
  const idempotency = idempotencyKeys()
  const fake: FakeStripe = { url: '', account, requests: [], failure: 'none', before: undefined, reset, stop }

  async function answer(request: IncomingMessage, text: string): Promise<Answer | 'hang-up'> {
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const method = request.method ?? ''
    const header = (name: string) => request.headers[name] as string | undefined
    if (fake.failure === 'hang-up') return 'hang-up'
    if (fake.failure === 'error') return { status: 500, body: failed('api_error', 'Something went wrong') }
    if (header('authorization') !== `Bearer ${secretKey}`)
      return { status: 401, body: failed('invalid_request_error', 'Invalid API Key provided') }

    const key = header('idempotency-key')
    const fingerprint = `${method} ${path} ${text}`
    let result = idempotency.begin(key, fingerprint)
    if (!result) {
      const form = readForm(method === 'GET' ? query : text)
      const received: FakeRequest = { method, path, form, version: header('stripe-version'), key }
      fake.requests.push(received)
      await fake.before?.(received)
      result = carryOut(account, received)
      idempotency.finish(key, fingerprint, result)
    }
    return fake.failure === 'hang-up-after' ? 'hang-up' : result
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on(
      'end',
      () => void answer(request, Buffer.concat(chunks).toString()).then((result) => reply(response, result)),
    )
  })
  function reply(response: ServerResponse, result: Answer | 'hang-up'): void {
    if (result === 'hang-up') return void response.socket?.destroy()
    response
      .writeHead(result.status, { 'content-type': 'application/json', 'request-id': `req_${fake.requests.length}` })
      .end(JSON.stringify(result.body))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake

  function reset(): void {
    account.clear()
    idempotency.clear()
    fake.requests.length = 0
    Object.assign(fake, { failure: 'none', before: undefined })
  }

  function stop(): Promise<void> {
    return new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve())))
  }
}

/** Stripe's rules: a known key replays its answer, other parameters are an error, and one request by a key runs at a time. */
function idempotencyKeys() {
  const running = new Set<string>()
  const answers = new Map<string, Answer & { fingerprint: string }>()
  return {
    /** The answer by this key; undefined when the request is to be carried out. */
    begin(key: string | undefined, fingerprint: string): Answer | undefined {
      if (key === undefined) return undefined
      const known = answers.get(key)
      if (known && known.fingerprint !== fingerprint) {
        const message = 'Keys for idempotent requests can only be used with the same parameters'
        return { status: 400, body: failed('idempotency_error', message) }
      }
      if (known) return known
      if (running.has(key)) {
        const message = 'There is currently another in-progress request using this key'
        return { status: 409, body: failed('idempotency_error', message, { code: 'idempotency_key_in_use' }) }
      }
      running.add(key)
      return undefined
    },
    finish(key: string | undefined, fingerprint: string, answer: Answer): void {
      if (key === undefined) return
      running.delete(key)
      answers.set(key, { ...answer, fingerprint })
    },
    clear: () => answers.clear(),
  }
}

const failed = (type: string, message: string, more: Json = {}): Json => ({ error: { type, message, ...more } })

function carryOut(account: StripeAccount, request: FakeRequest): Answer {
  try {
    const isExpanded = listOf(request.form.expand).includes('latest_invoice.confirmation_secret')
    const body = route(account, request)
    return { status: 200, body: wire(body, isExpanded ? account : undefined) }
  } catch (error) {
    if (error instanceof StripeRefusal) return { status: error.status, body: error.body }
    return { status: 500, body: failed('api_error', String(error)) }
  }
}

function route(account: StripeAccount, { method, path, form }: FakeRequest): Json {
  const [, , resource = '', id = '', action = ''] = path.split('/')
  const idPart = id && (id === 'create_preview' ? '/create_preview' : '/:id')
  switch (`${method} ${resource}${idPart}${action && `/${action}`}`) {
    case 'POST customers':
      return account.createCustomer(form)
    case 'GET customers/:id':
      return account.customer(id)
    case 'POST products':
      return account.createProduct(form)
    case 'POST prices':
      return account.createPrice(form)
    case 'GET prices/:id':
      return account.price(id)
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
