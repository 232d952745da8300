import { endpoints } from '@keyhold/contracts/api'
import { bySpecificity, type Endpoint } from '@keyhold/contracts/endpoint'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { mediaTypes } from '@keyhold/kit/http/call'
import { loggable } from '@keyhold/kit/runtime/http-server'
import { Refusal, refuse } from '@keyhold/kit/http/problem'
import { assertAccess, refused } from '@keyhold/kit/http/serve'
import type { ServiceResponse } from '@keyhold/kit/http/request'
import type { Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { v7 } from 'uuid'
import type { Edge, Env, Seen } from './context.ts'
import { apiHeaders } from './headers.ts'
import { readFile, readText } from './limits.ts'
import { send } from './send.ts'
import { originOf, refuseForeign } from './origin.ts'
import type { Tokens } from './tokens.ts'

/** Every endpoint of the contracts that people may call, and nothing else: role table and routing come from the same data. */
export function addApi(app: Hono<Env>, edge: Edge): void {
  const routed = endpoints
    .filter(({ endpoint }) => endpoint.access !== 'service')
    .toSorted((a, b) => bySpecificity(a.endpoint, b.endpoint))
  for (const { service, endpoint } of routed) {
    app.on(endpoint.method, endpoint.path, (c) =>
      answer(c, `${endpoint.method} ${endpoint.path}`, service, edge, (seen) =>
        route(c, service, endpoint, edge, seen),
      ),
    )
  }
  const methods = Map.groupBy(routed, ({ endpoint }) => endpoint.path)
  for (const [path, entries] of methods) {
    const allow = entries.map(({ endpoint }) => endpoint.method).join(', ')
    app.all(path, (c) =>
      answer(c, path, 'gateway', edge, async (seen) => {
        const response = refused(new Refusal('method-not-allowed', `This address takes ${allow}.`), seen, edge.log)
        response.headers.push(['allow', allow])
        return response
      }),
    )
  }
  app.all('/api/*', (c) =>
    answer(c, '/api/*', 'gateway', edge, async () => refuse('not-found', 'There is nothing at this address.')),
  )
}

const acceptableId = /^[\w.:-]{1,128}$/

/** What is known of a request as it arrives; it keeps the id it was given. */
export function seenOf(c: Context<Env>, trusted: Edge['trusted']): Seen {
  const given = c.req.header('x-request-id')
  return { requestId: given && acceptableId.test(given) ? given : v7(), ...originOf(c.env?.incoming, trusted) }
}

/** Runs one request: its id, its problem if it has one, its log line, its time. */
export async function answer(
  c: Context<Env>,
  route: string,
  service: string,
  edge: Edge,
  work: (seen: Seen) => Promise<ServiceResponse | Response>,
): Promise<Response> {
  const started = performance.now()
  const seen = seenOf(c, edge.trusted)
  let response: ServiceResponse | Response
  try {
    response = await work(seen)
  } catch (error) {
    response = refused(error, seen, edge.log)
  }
  const seconds = (performance.now() - started) / 1000
  edge.metrics.request({ service, route, status: response.status }, seconds)
  edge.log.info(
    {
      requestId: seen.requestId,
      method: c.req.method,
      path: loggable(route, c.req.path),
      status: response.status,
      ms: Math.round(seconds * 1000),
      ip: seen.ip,
    },
    'request',
  )
  if (response instanceof Response) return response
  response.headers.push(...apiHeaders(seen, response.headers))
  return send(c, response)
}

/** Who is asking: the session cookie's owner, or a bearer token's. Whatever identity headers came from outside are never read. */
export async function identify(
  c: Context<Env>,
  tokens: Tokens,
  ip: string,
): Promise<{ actor: Actor; byCookie: boolean }> {
  const authorization = c.req.header('authorization')
  const [, bearer] = /^bearer +(.+)$/i.exec(authorization ?? '') ?? []
  const token = bearer ?? getCookie(c, 'kh_access')
  const actor = token ? await tokens.actorOf(token) : undefined
  return { actor: actor ?? { role: 'visitor', ip }, byCookie: bearer === undefined }
}

async function route(
  c: Context<Env>,
  service: string,
  endpoint: Endpoint,
  edge: Edge,
  { requestId, ip, secure }: Seen,
): Promise<ServiceResponse> {
  const { actor, byCookie } = await identify(c, edge.tokens, ip)
  const caller = actor.role === 'visitor' ? ip : (actor as { userId: string }).userId
  await edge.limit(caller)
  const changes = endpoint.method !== 'GET'
  if (changes && byCookie && endpoint.encoding !== 'form') refuseForeign((name) => c.req.header(name), edge.publicUrl)
  assertAccess(endpoint, actor)
  const pass = async () =>
    edge.send(service, endpoint, {
      actor,
      params: decoded(c.req.param() as Record<string, string>),
      query: c.req.query(),
      body: changes ? await readBody(c, endpoint) : '',
      requestId,
      ip,
      secure,
      header: (name) => c.req.header(name),
    })
  const response = await (takesFiles(endpoint) ? edge.uploads(caller, pass) : pass())
  // "Signed out" has to be true when it is read, and the fact that says so travels a few milliseconds longer than the answer.
  if (service === 'identity' && changes) await edge.tokens.learnEnded().catch(() => {})
  return response
}

const decoded = (params: Record<string, string>) => {
  for (const value of Object.values(params)) if (value.includes('\0')) throw new Refusal('not-found', 'Not found')
  return params
}

async function readBody(c: Context<Env>, endpoint: Endpoint): Promise<string | Uint8Array> {
  // What a file is, its content says: names and types are hearsay.
  if (endpoint.encoding === 'bytes') return readFile(c.req.raw, endpoint.maxBody)
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  const expected = mediaTypes[endpoint.encoding]
  if (endpoint.encoding === 'multipart')
    return type === expected ? readFile(c.req.raw, endpoint.maxBody) : wrongType(expected)
  const text = await readText(c.req.raw, endpoint.maxBody)
  if (text !== '' && type !== undefined && type !== expected) wrongType(expected)
  return text
}

const wrongType = (expected: string): never => refuse('unsupported-media-type', `Send the body as ${expected}.`)
const takesFiles = ({ encoding }: Endpoint) => encoding === 'bytes' || encoding === 'multipart'
