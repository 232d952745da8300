import { endpoints } from '@keyhold/contracts/api'
import type { BodyInput, Endpoint, ParamsOf, QueryInput, ResponseOf } from '@keyhold/contracts/endpoint'
import { Problem } from '@keyhold/contracts/errors'
import { bytes, byteStream } from '@keyhold/contracts/scalars'
import { Pool } from 'undici'
import { withTimeout } from '../lib/timeout.ts'
import type { Actor } from '../runtime/actor.ts'
import { callSigner, callTokenHeader } from './call-token.ts'
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
      isFromService: true,
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
      freeNights: problem.data.freeNights,
      retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
    })
  }
}

const notNow = (service: string) => `The ${service} service is not responding right now. Please try again in a moment.`

const unreadable = Symbol('unreadable')

function readAnswer(endpoint: Endpoint, { body, stream }: ServiceResponse): unknown {
  if (stream) return stream
  if (body === null) return undefined
  if (typeof body !== 'string') return endpoint.response === bytes ? body : unreadable
  try {
    return JSON.parse(body)
  } catch {
    return unreadable
  }
}

/** Sends over HTTP to `urlOf(service)`, one keep-alive pool per service. `ca`: what certificates of services are checked against. */
export function httpSend({
  urlOf,
  secret,
  ca,
}: {
  urlOf: (service: string) => string
  secret: string
  ca?: string | undefined
}): { send: Send; close: () => Promise<void> } {
  const pools = new Map<string, Pool>()
  const sign = callSigner(secret)
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
          ...(ca === undefined ? {} : { connect: { ca } }),
        })),
      )
    return pool
  }
  const send: Send = async (service, endpoint, request) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(request.params[name] ?? ''))
    const query = new URLSearchParams(request.query).toString()
    const headers: Record<string, string> = {
      [callTokenHeader]: await sign({
        actor: request.actor,
        kind: request.isFromService ? 'service' : 'gateway',
        service,
        endpoint,
      }),
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
      const answered = passedOn(response.headers)
      if (endpoint.response === byteStream && response.statusCode < 300)
        return { status: response.statusCode, body: null, stream: response.body, headers: answered }
      const isJson = String(response.headers['content-type']).includes('json')
      const body = isJson ? await response.body.text() : await response.body.bytes()
      return { status: response.statusCode, body: body.length === 0 ? null : body, headers: answered }
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
