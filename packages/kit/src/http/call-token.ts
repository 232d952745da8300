import type { Endpoint } from '@keyhold/contracts/endpoint'
import { jwtVerify, SignJWT } from 'jose'
import type { Actor } from '../runtime/actor.ts'
import { systemClock } from '../runtime/clock.ts'
import { Refusal } from './problem.ts'

/** The header with the signed token of a call between processes. A call without one is refused. */
export const callTokenHeader = 'x-keyhold-call'
const validSeconds = 60
const skewSeconds = 5

/** What a call's token says, besides when it expires: it is good for this endpoint of this service alone. */
export interface SignedCall {
  actor: Actor
  /** `service`: a service calls by itself; `gateway`: the request of a person or program outside. Only a service may call service endpoints. */
  kind: 'service' | 'gateway'
  service: string
  endpoint: Pick<Endpoint, 'method' | 'path'>
}

const routeOf = ({ method, path }: SignedCall['endpoint']) => `${method} ${path}`

/** Signs calls with the secret that the processes share; equal calls of half a minute once. */
export function callSigner(secret: string): (call: SignedCall) => Promise<string> {
  const key = new TextEncoder().encode(secret)
  let made = new Map<string, Promise<string>>()
  let period = 0
  return ({ actor, kind, service, endpoint }) => {
    const now = Math.floor(performance.now() / 30_000)
    if (now !== period) [made, period] = [new Map(), now]
    const route = routeOf(endpoint)
    const call = `${service} ${kind} ${route} ${JSON.stringify(actor)}`
    let token = made.get(call)
    if (!token) {
      token = new SignJWT({ actor, kind, route })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(service)
        .setIssuedAt()
        .setExpirationTime(`${validSeconds}s`)
        .sign(key)
      made.set(call, token)
    }
    return token
  }
}

type Claims = Pick<SignedCall, 'actor' | 'kind'> & { route: string; aud?: string | string[]; exp?: number }

/** Reads tokens that `callSigner` made. @throws Refusal 401 for one that is not valid for this endpoint now */
export function callReader(
  secret: string,
): (
  token: string | undefined,
  call: Pick<SignedCall, 'service' | 'endpoint'>,
) => Promise<Pick<SignedCall, 'actor' | 'kind'>> {
  const key = new TextEncoder().encode(secret)
  const known = new Map<string, Claims>()
  return async (token, { service, endpoint }) => {
    if (!token) throw refusal()
    const hit = known.get(token)
    const isFresh = hit !== undefined && ((hit.exp ?? 0) + skewSeconds) * 1000 > systemClock.now().getTime()
    const claims = isFresh ? hit : await read(token)
    if (claims.aud !== service || claims.route !== routeOf(endpoint)) throw refusal()
    return claims
  }

  async function read(token: string): Promise<Claims> {
    const options = { algorithms: ['HS256'], requiredClaims: ['exp', 'aud'], clockTolerance: skewSeconds }
    const { payload } = await jwtVerify<Claims>(token, key, options).catch((error: unknown) => {
      throw refusal(error)
    })
    if (known.size >= 10_000) known.delete(known.keys().next().value ?? '')
    known.set(token, payload)
    return payload
  }
}

const refusal = (cause?: unknown) => new Refusal('unauthorized', 'This address answers other services only.', { cause })
