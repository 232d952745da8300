import { endpoints } from '@keyhold/contracts/api'
import { bySpecificity, type Endpoint } from '@keyhold/contracts/endpoint'
import { mediaTypes } from '@keyhold/kit/http/call'
import { Refusal, refuse } from '@keyhold/kit/http/problem'
import { assertAccess, refused } from '@keyhold/kit/http/serve'
import type { ServiceResponse } from '@keyhold/kit/http/request'
import { networkOf } from '@keyhold/kit/lib/networks'
import type { UserActor } from '@keyhold/kit/runtime/actor'
import type { Context, Hono } from 'hono'
import type { EdgeContext, Env, RequestInfo } from '../context.ts'
import { refuseForeign } from '../origin.ts'
import type { Admission, Sender } from './admission.ts'
import { answer, identify } from './answer.ts'

/** Every endpoint of the contracts that people may call, and nothing else: roles and routing come from the same data. */
export function addApi(app: Hono<Env>, edge: EdgeContext): void {
  const routed = endpoints
    .filter(({ endpoint }) => endpoint.access !== 'service')
    .toSorted((a, b) => bySpecificity(a.endpoint, b.endpoint))
  for (const { service, endpoint } of routed) {
    app.on(endpoint.method, endpoint.path, (c) =>
      answer(c, `${endpoint.method} ${endpoint.path}`, service, edge, (info) =>
        route(c, service, endpoint, edge, info),
      ),
    )
  }
  const methods = Map.groupBy(routed, ({ endpoint }) => endpoint.path)
  for (const [path, entries] of methods) {
    const allow = entries.map(({ endpoint }) => endpoint.method).join(', ')
    app.all(path, (c) =>
      answer(c, path, 'gateway', edge, async (info) => {
        const response = refused(new Refusal('method-not-allowed', `This address takes ${allow}.`), info, edge.log)
        response.headers.push(['allow', allow])
        return response
      }),
    )
  }
  app.all('/api/*', (c) =>
    answer(c, '/api/*', 'gateway', edge, async () => refuse('not-found', 'There is nothing at this address.')),
  )
}

async function route(
  c: Context<Env>,
  service: string,
  endpoint: Endpoint,
  edge: EdgeContext,
  info: RequestInfo,
): Promise<ServiceResponse> {
  const { requestId, ip, secure } = info
  const { actor, byCookie } = await identify(c, edge.tokens, info)
  const caller = actor.role === 'visitor' ? networkOf(ip) : (actor as UserActor).userId
  await edge.limitRate(caller)
  const isChange = endpoint.method !== 'GET'
  if (isChange && byCookie && endpoint.encoding !== 'form') refuseForeign((name) => c.req.header(name), edge.publicUrl)
  assertAccess(endpoint, actor)
  const forward = (body: string | Uint8Array) =>
    edge.send(service, endpoint, {
      actor,
      params: checked(c.req.param()),
      query: c.req.query(),
      body,
      requestId,
      ip,
      secure,
      header: (name) => c.req.header(name),
    })
  const owner = (actor as Partial<UserActor>).landlordId ?? caller
  const response = isChange ? await admit(c, edge.admission, { endpoint, caller, owner }, forward) : await forward('')
  // A signed-out session must be refused as soon as the answer arrives, and the event takes a few milliseconds longer.
  if (service === 'identity' && isChange) await edge.tokens.fetchRevoked().catch(() => {})
  return response
}

/** @throws Refusal 404 for a NUL character, which Postgres cannot store */
function checked(params: Record<string, string>): Record<string, string> {
  for (const value of Object.values(params)) if (value.includes('\0')) throw new Refusal('not-found', 'Not found')
  return params
}

async function admit(
  c: Context<Env>,
  admission: Admission,
  sender: Sender & { endpoint: Endpoint },
  forward: (body: string | Uint8Array) => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
  const { encoding } = sender.endpoint
  // The type of a file is read from its contents, so its header does not matter.
  if (encoding === 'bytes') return admission.admit(c.req.raw, sender, forward)
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  const expected = mediaTypes[encoding]
  if (encoding === 'multipart')
    return type === expected ? admission.admit(c.req.raw, sender, forward) : refuseType(expected)
  return admission.admit(c.req.raw, sender, async (bytes) => {
    const text = bytes.toString('utf8')
    if (text !== '' && type !== undefined && type !== expected) refuseType(expected)
    return forward(text)
  })
}

const refuseType = (expected: string): never => refuse('unsupported-media-type', `Send the body as ${expected}.`)
