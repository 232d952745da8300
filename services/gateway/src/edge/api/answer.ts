import { cookieName } from '@keyhold/kit/http/cookies'
import { refused } from '@keyhold/kit/http/serve'
import type { ServiceResponse } from '@keyhold/kit/http/request'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { loggable } from '@keyhold/kit/runtime/http-server'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { v7 } from 'uuid'
import type { EdgeContext, Env, RequestInfo } from '../context.ts'
import { apiHeaders } from '../headers.ts'
import { originOf } from '../origin.ts'
import type { Tokens } from '../tokens.ts'
import { send } from './send.ts'

const validId = /^[\w.:-]{1,128}$/

/** What is known of a request on arrival. It keeps a request id that it came with. */
export function requestInfo(c: Context<Env>, trusted: EdgeContext['trusted']): RequestInfo {
  const given = c.req.header('x-request-id')
  return {
    requestId: given && validId.test(given) ? given : v7(),
    ...originOf(c.env?.incoming, trusted),
    isLandlords: c.get('site') !== undefined,
  }
}

/** Runs one request: its id, its problem if it has one, its metrics and its log line. */
export async function answer(
  c: Context<Env>,
  route: string,
  service: string,
  edge: EdgeContext,
  work: (info: RequestInfo) => Promise<ServiceResponse | Response>,
): Promise<Response> {
  const started = performance.now()
  const info = requestInfo(c, edge.trusted)
  let response: ServiceResponse | Response
  try {
    response = await work(info)
  } catch (error) {
    response = refused(error, info, edge.log)
  }
  const seconds = (performance.now() - started) / 1000
  edge.metrics.request({ service, route, status: response.status }, seconds)
  edge.log.info(
    {
      requestId: info.requestId,
      method: c.req.method,
      path: loggable(route, c.req.path),
      status: response.status,
      ms: Math.round(seconds * 1000),
      ip: info.ip,
    },
    'request',
  )
  if (response instanceof Response) return response
  response.headers.push(...apiHeaders(info, response.headers))
  return send(c, response, (error) => edge.log.error({ requestId: info.requestId, error }, 'the answer was cut off'))
}

/** Who is calling, by bearer token or session cookie. Headers from outside that claim an identity are never read. */
export async function identify(
  c: Context<Env>,
  tokens: Tokens,
  { ip, secure }: Pick<RequestInfo, 'ip' | 'secure'>,
): Promise<{ actor: Actor; byCookie: boolean }> {
  const authorization = c.req.header('authorization')
  const [, bearer] = /^bearer +(.+)$/i.exec(authorization ?? '') ?? []
  const token = bearer ?? getCookie(c, cookieName('kh_access', secure))
  const found = token ? await tokens.actorOf(token) : undefined
  const site = c.get('site')
  // A landlord's own host is in that landlord's hands: it serves nobody else's records.
  const actor = site && found?.landlordId !== site.landlordId ? undefined : found
  return { actor: actor ?? { role: 'visitor', ip }, byCookie: bearer === undefined }
}
