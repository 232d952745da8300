import type { BodyOf, Endpoint, HeaderOf, Page, ParamsOf, QueryOf } from '@keyhold/contracts/endpoint'
import type { Role } from '@keyhold/contracts/roles'
import { bytes, byteStream } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import type { Actor, UserActor } from '../runtime/actor.ts'
import type { Database } from '../database/database.ts'
import { runOnce } from './idempotency.ts'
import type { Log } from '../runtime/log.ts'
import { digestOf, type Parts, readParts } from './multipart.ts'
import { problemOf, Refusal, refusalOf, refuse } from './problem.ts'
import type { ForwardedHeader, ServiceRequest, ServiceResponse, Tools } from './request.ts'
import { requestContext } from '../runtime/request-context.ts'

/** The user types that have one of these roles: landlord and super admin share one. */
type UserOf<R extends Role, U = UserActor> = U extends { role: infer Own }
  ? Extract<Own, R> extends never
    ? never
    : U
  : never
type ActorFor<A> = A extends readonly (infer R extends Role)[] ? UserOf<R> : Actor

export interface Handled<E extends Endpoint> extends Tools {
  actor: ActorFor<E['access']>
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** `text`: the raw body; empty when it is bytes. */
  request: Pick<ServiceRequest, 'ip' | 'secure' | 'requestId'> & {
    text: string
    header(name: ForwardedHeader | HeaderOf<E>): string | undefined
  }
}

/** An answer with its own headers (cookies, a content type). */
export class Reply<T> {
  readonly value: T
  readonly headers: [name: string, value: string][]

  constructor(value: T, headers: [name: string, value: string][]) {
    this.value = value
    this.headers = headers
  }
}

type Value<E extends Endpoint> = E extends { paged: true }
  ? Page<z.input<E['response']> extends (infer T)[] ? T : never>
  : E['status'] extends 204
    ? void
    : z.input<E['response']>
type Listed<E extends Endpoint> = z.input<E['response']> extends readonly (infer T)[] ? Page<T> : never
type Answer<E extends Endpoint> =
  | Value<E>
  | Listed<E>
  | Reply<z.input<E['response']>>
  | (E['method'] extends 'DELETE' ? void : never)

export interface Route {
  endpoint: Endpoint
  answer(request: ServiceRequest, tools: Tools): Promise<ServiceResponse>
}

/**
 * Binds a handler to its contract. Access is checked and parameters, query and body are parsed before it runs; its answer is parsed
 * with the contract's response, so that no extra column leaves the service.
 */
export function serve<E extends Endpoint>(endpoint: E, handler: (handled: Handled<E>) => Promise<Answer<E>>): Route {
  const isFile = endpoint.response === bytes || endpoint.response === byteStream
  if (endpoint.idempotent && isFile)
    throw new Error(`${endpoint.path} answers bytes, which are not stored: it can't be idempotent`)
  const schemas = z.object(endpoint.params)
  async function run(request: ServiceRequest, tools: Tools): Promise<ServiceResponse> {
    assertAccess(endpoint, request.actor)
    if (endpoint.access === 'service' && !request.isFromService)
      refuse('forbidden', 'This address answers other services only.')
    const params = schemas.safeParse(request.params)
    // A malformed id can't be the id of a record.
    if (!params.success) refuse('not-found', 'Not found')
    const sent = await readBody(endpoint, request)
    const handled = {
      ...tools,
      actor: request.actor,
      params: params.data,
      query: parse(endpoint.query, request.query, 'The query is not valid'),
      body:
        endpoint.method === 'GET' || endpoint.method === 'DELETE'
          ? undefined
          : parse(endpoint.body, sent, 'Please check the highlighted fields'),
      request: {
        ip: request.ip,
        secure: request.secure,
        header: (name: string) => request.header(name),
        requestId: request.requestId,
        text: typeof request.body === 'string' ? request.body : '',
      },
    }
    const work = async (db: Database) =>
      respond(endpoint, request, await handler({ ...handled, db } as unknown as Handled<E>))
    const key = endpoint.idempotent ? request.header('idempotency-key') : undefined
    if (!key) return work(tools.db)
    // A repeated form has other boundaries around the same parts.
    const compared = endpoint.encoding === 'multipart' ? { ...request, body: digestOf(sent as Parts) } : request
    return runOnce({ key, endpoint, request: compared, tools }, work)
  }
  return {
    endpoint,
    async answer(request, tools) {
      try {
        return await requestContext.run({ requestId: request.requestId, clock: tools.clock }, () => run(request, tools))
      } catch (error) {
        return refused(error, request, tools.log)
      }
    },
  }
}

/** The problem answer to an error. Unexpected errors are logged with their cause. */
export function refused(error: unknown, request: Pick<ServiceRequest, 'requestId'>, log: Log): ServiceResponse {
  const refusal = refusalOf(error)
  const problem = problemOf(refusal, request.requestId)
  if (problem.status >= 500)
    log.error({ requestId: request.requestId, code: refusal.code, error: refusal.cause ?? refusal }, refusal.message)
  const headers: [string, string][] = [['content-type', 'application/problem+json']]
  if (refusal.retryAfter !== undefined)
    headers.push(['retry-after', String(Math.max(1, Math.ceil(refusal.retryAfter)))])
  return { status: problem.status, body: JSON.stringify(problem), headers }
}

/** @throws Refusal 401 for a visitor, 403 for a role without access and for an account that lacks its second factor */
export function assertAccess(endpoint: Endpoint, actor: Actor): void {
  const { access } = endpoint
  if (access === 'public' || access === 'service') return
  if (actor.role === 'visitor') refuse('unauthorized', 'Please sign in to continue.')
  if (actor.role === 'service' || !access.includes(actor.role)) refuse('forbidden', 'You are not allowed to do this.')
  if (actor.lacksSecondFactor && !endpoint.beforeSecondFactor)
    refuse(
      'second-factor-missing',
      'Your account needs a second factor. Set up an authenticator app or a passkey first.',
    )
}

function parse<S extends z.ZodType>(schema: S, value: unknown, sentence: string): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new Refusal(
    'invalid-input',
    issues.length === 1 && issues[0]?.message ? sentenceOf(issues[0].message) : sentence,
    { issues },
  )
}

const sentenceOf = (message: string) => (message.endsWith('.') ? message : `${message}.`)

async function readBody(endpoint: Endpoint, request: ServiceRequest): Promise<unknown> {
  const text = request.body
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return undefined
  if (endpoint.encoding === 'multipart')
    return readParts(Buffer.from(text as Uint8Array), request.header('content-type'))
  if (typeof text !== 'string') return text
  if (endpoint.encoding === 'bytes') return Buffer.from(text)
  if (endpoint.encoding === 'form') return Object.fromEntries(new URLSearchParams(text))
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return refuse('unreadable-body', 'The request body is not readable JSON.')
  }
}

const json: [string, string] = ['content-type', 'application/json; charset=utf-8']

async function respond(endpoint: Endpoint, request: ServiceRequest, answer: unknown): Promise<ServiceResponse> {
  const [value, headers] =
    answer instanceof Reply ? [answer.value, [...answer.headers]] : [answer, [] as [string, string][]]
  if (endpoint.status === 204) return { status: 204, body: null, headers }
  if (isUnchanged(request, headers))
    return { status: 304, body: null, headers: headers.filter(([name]) => name !== 'content-type') }
  if (endpoint.paged) {
    const page = value as Page<unknown>
    headers.push(json, ['x-total-count', String(page.total)])
    if (page.next !== null) headers.push(['link', `<${nextLink(endpoint, request, page.next)}>; rel="next"`])
    return { status: endpoint.status, body: JSON.stringify(endpoint.response.parse(page.items)), headers }
  }
  const typed = headers.some(([name]) => name === 'content-type')
  if (!typed && (endpoint.response === bytes || endpoint.response === byteStream))
    throw new Error(`${endpoint.path} answers bytes: return a Reply with their content type`)
  if (!typed) headers.push(json)
  const parsed = endpoint.response.parse(value)
  if (endpoint.response === byteStream)
    return { status: endpoint.status, body: null, stream: await begun(parsed as AsyncIterable<Uint8Array>), headers }
  if (!typed) return { status: endpoint.status, body: JSON.stringify(parsed ?? null), headers }
  return { status: endpoint.status, body: parsed instanceof Uint8Array ? parsed : String(parsed), headers }
}

/** The stream once its first bytes are made: what fails before is an ordinary error answer. */
async function begun(stream: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const iterator = stream[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    try {
      for (let next = first; !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  })()
}

/** Whether the caller has this answer already, by its `etag`. */
const isUnchanged = (request: ServiceRequest, headers: ServiceResponse['headers']) => {
  const etag = headers.find(([name]) => name === 'etag')?.[1]
  return etag !== undefined && request.header('if-none-match') === etag
}

function nextLink(endpoint: Endpoint, request: ServiceRequest, cursor: string): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(request.params[name] ?? ''))
  return `${path}?${new URLSearchParams({ ...request.query, cursor }).toString()}`
}
