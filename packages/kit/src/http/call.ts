import { endpoints } from '@keyhold/contracts/api'
import type { BodyInput, Endpoint, ParamsOf, QueryInput, ResponseOf } from '@keyhold/contracts/endpoint'
import { Problem } from '@keyhold/contracts/errors'
import { bytes } from '@keyhold/contracts/scalars'
import { SignJWT } from 'jose'
import { Pool } from 'undici'
import { withTimeout } from '../lib/timeout.ts'
import type { Actor } from '../runtime/actor.ts'
import { writeParts } from './multipart.ts'
import { Refusal, refuse } from './problem.ts'
import { requestContext } from '../runtime/request-context.ts'
import { forwardedHeaders, type ServiceRequest, type ServiceResponse } from './request.ts'

/** Sends a request to the service of its endpoint and resolves with the answer, whatever its status. @throws Refusal `unavailable` when it can't be reached */
export type Send = (service: string, endpoint: Endpoint, request: ServiceRequest) => Promise<ServiceResponse>

type Input<E extends Endpoint> = {
  params?: ParamsOf<E>
  query?: QueryInput<E>
  body?: BodyInput<E>
  timeoutMs?: number
}

/**
 * Calls another service's endpoint as `actor` and returns the parsed response, or the bytes of a file. Never call it inside a transaction.
 * @throws Refusal the other service's refusal; `unavailable` when it does not answer in time (5 s)
 */
export type Call = <E extends Endpoint>(endpoint: E, actor: Actor, input?: Input<E>) => Promise<ResponseOf<E>>

const ownerOf = new Map(endpoints.map(({ service, endpoint }) => [endpoint, service]))

export function createCall(send: Send): Call {
  return async (endpoint, actor, input = {}) => {
    const service = ownerOf.get(endpoint)
    if (!service) throw new Error(`${endpoint.method} ${endpoint.path} is not in contracts/api.ts`)
    const query = Object.fromEntries(
      Object.entries((input.query ?? {}) as Record<string, string | number | boolean | undefined>).flatMap(
        ([name, value]) => (value === undefined ? [] : [[name, String(value)]]),
      ),
    )
    const form = endpoint.encoding === 'multipart' ? await writeParts(input.body ?? {}) : undefined
    const request: ServiceRequest = {
      actor,
      params: input.params ?? {},
      query,
      body:
        form?.bytes ??
        (input.body === undefined
          ? ''
          : endpoint.encoding === 'bytes'
            ? (input.body as Uint8Array)
            : JSON.stringify(input.body)),
      requestId: requestContext.getStore()?.requestId ?? 'none',
      ip: '',
      secure: true,
      header: (name) => (name === 'content-type' ? form?.type : undefined),
    }
    const response = await withTimeout(
      send(service, endpoint, request),
      input.timeoutMs ?? 5000,
      () => new Refusal('unavailable', notNow(service)),
    )
    const body = readAnswer(endpoint, response)
    if (response.status < 400 && body !== unreadable) return body as ResponseOf<typeof endpoint>
    const problem = Problem.safeParse(body)
    // To the caller, an internal failure or the answer of another program is a dependency that is down.
    if (response.status >= 500 || !problem.success)
      refuse('unavailable', notNow(service), {
        cause: `${service} answered ${response.status}: ${String(response.body ?? '').slice(0, 200)}`,
      })
    const retryAfter = response.headers.find(([name]) => name === 'retry-after')?.[1]
    throw new Refusal(problem.data.code, problem.data.detail, {
      issues: problem.data.issues,
      retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
    })
  }
}

const notNow = (service: string) => `The ${service} service does not answer right now. Please try again in a moment.`

const unreadable = Symbol('unreadable')

function readAnswer(endpoint: Endpoint, { body }: ServiceResponse): unknown {
  if (body === null) return undefined
  if (typeof body !== 'string') return endpoint.response === bytes ? body : unreadable
  try {
    return JSON.parse(body)
  } catch {
    return unreadable
  }
}

/** The header with the signed actor of a call between processes. An unsigned one is refused. */
export const actorHeader = 'x-keyhold-actor'
const assertionMinutes = 5

/** Signs actors with the secret that the processes share, once per actor and minute. */
export function actorSigner(secret: string): (actor: Actor) => Promise<string> {
  const key = new TextEncoder().encode(secret)
  let made = new Map<string, Promise<string>>()
  let minute = 0
  return (actor) => {
    const now = Math.floor(performance.now() / 60_000)
    if (now !== minute) [made, minute] = [new Map(), now]
    const text = JSON.stringify(actor)
    let assertion = made.get(text)
    if (!assertion) {
      assertion = new SignJWT({ actor })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt()
        .setExpirationTime(`${assertionMinutes}m`)
        .sign(key)
      made.set(text, assertion)
    }
    return assertion
  }
}

/** Sends over HTTP to `urlOf(service)`, one keep-alive pool per service. */
export function httpSend({ urlOf, secret }: { urlOf: (service: string) => string; secret: string }): {
  send: Send
  close: () => Promise<void>
} {
  const pools = new Map<string, Pool>()
  const sign = actorSigner(secret)
  const poolOf = (service: string) => {
    let pool = pools.get(service)
    if (!pool)
      pools.set(
        service,
        (pool = new Pool(urlOf(service), {
          connections: 64,
          headersTimeout: 20_000,
          bodyTimeout: 20_000,
          connectTimeout: 2000,
        })),
      )
    return pool
  }
  const send: Send = async (service, endpoint, request) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(request.params[name] ?? ''))
    const query = new URLSearchParams(request.query).toString()
    const headers: Record<string, string> = {
      [actorHeader]: await sign(request.actor),
      'x-request-id': request.requestId,
      'x-forwarded-for': request.ip,
      'x-forwarded-proto': request.secure ? 'https' : 'http',
    }
    for (const name of [...forwardedHeaders, ...endpoint.headers]) {
      const value = request.header(name)
      if (value !== undefined) headers[name === 'host' ? 'x-forwarded-host' : name] = value
    }
    // The boundary is in the sender's content type.
    if (request.body !== '' && endpoint.encoding !== 'multipart')
      headers['content-type'] = mediaTypes[endpoint.encoding]
    try {
      const response = await poolOf(service).request({
        path: query ? `${path}?${query}` : path,
        method: endpoint.method,
        headers,
        body: request.body === '' ? null : request.body,
      })
      const isJson = String(response.headers['content-type']).includes('json')
      const body = isJson ? await response.body.text() : await response.body.bytes()
      return { status: response.statusCode, body: body.length === 0 ? null : body, headers: passedOn(response.headers) }
    } catch (error) {
      return refuse('unavailable', `The ${service} service is not reachable right now. Please try again in a moment.`, {
        cause: error,
      })
    }
  }
  return { send, close: async () => void (await Promise.all([...pools.values()].map((pool) => pool.destroy()))) }
}

/** The content type of each encoding, between processes and (except for bytes) at the gateway. */
export const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  bytes: 'application/octet-stream',
  multipart: 'multipart/form-data',
} as const

const passed = [
  'content-type',
  'link',
  'x-total-count',
  'retry-after',
  'set-cookie',
  'idempotency-replayed',
  'location',
  'cache-control',
  'content-disposition',
  'etag',
]

function passedOn(headers: Record<string, string | string[] | undefined>): [string, string][] {
  return passed.flatMap((name) => {
    const value = headers[name]
    if (value === undefined) return []
    return (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, one])
  })
}
