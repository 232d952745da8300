import type { Access } from './roles.ts'
import type { Method, Route } from './route.ts'
import { id } from './scalars.ts'
import { z } from './zod.ts'

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

/** One call of the API as data: it drives the gateway's role table, the service's handler, OpenAPI and the page's typed query. */
export interface Endpoint<
  P extends string = string,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  A extends Access = Access,
  M extends Method = Method,
  H extends string = string,
> extends Route<M, P, A> {
  kind: 'endpoint'
  summary: string
  status: 200 | 201 | 204
  params: Record<string, z.ZodType>
  query: Q
  body: B
  response: R
  /** The answer is an array with `Link` and `X-Total-Count`; the handler returns a `Page`. */
  paged: boolean
  /** POST only: honours `Idempotency-Key`. Off where the answer is a secret (sessions). */
  idempotent: boolean
  /** Request headers that reach the handler beside those of every request (kit's `forwardedHeaders`), in lower case. */
  headers: readonly H[]
  /** How the body arrives. `form` is x-www-form-urlencoded, as webhooks send it; `bytes` is a file, whatever it calls itself; `multipart` fields and files. */
  encoding: 'json' | 'form' | 'bytes' | 'multipart'
  /** Largest body in bytes. */
  maxBody: number
  /** Answers also an account that has yet to set up its second factor; others refuse until then. */
  beforeSecondFactor: boolean
}

interface Definition<
  P extends string,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  H extends string,
> {
  summary: string
  status?: 200 | 201 | 204
  /** Path parameters that are not record ids. */
  params?: Partial<Record<ParamNames<P>, z.ZodType>>
  query?: Q
  body?: B
  response?: R
  paged?: boolean
  idempotent?: boolean
  /** Request headers that this endpoint needs beside the common ones, such as a webhook's signature, in lower case. */
  headers?: readonly H[]
  encoding?: 'json' | 'form' | 'bytes' | 'multipart'
  maxBody?: number
  beforeSecondFactor?: boolean
}

const nothing = z.unknown()
const noQuery = z.object({})

/** Declares a call. Path parameters are record ids unless `params` says otherwise; DELETE answers 204, a create says `status: 201`. */
export function endpoint<
  const P extends string,
  const A extends Access,
  const M extends Method,
  Q extends z.ZodType = typeof noQuery,
  B extends z.ZodType = typeof nothing,
  R extends z.ZodType = typeof nothing,
  const H extends string = never,
>(route: Route<M, P, A>, definition: Definition<P, Q, B, R, H>): Endpoint<P, Q, B, R, A, M, H> {
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] as ParamNames<P>)
  return {
    kind: 'endpoint',
    ...route,
    summary: definition.summary,
    status: definition.status ?? (route.method === 'DELETE' ? 204 : 200),
    params: Object.fromEntries(names.map((name) => [name, definition.params?.[name] ?? id])),
    query: definition.query ?? (noQuery as unknown as Q),
    body: definition.body ?? (nothing as unknown as B),
    response: definition.response ?? (nothing as unknown as R),
    paged: definition.paged ?? false,
    idempotent: route.method === 'POST' && (definition.idempotent ?? true),
    headers: definition.headers ?? [],
    encoding: definition.encoding ?? 'json',
    maxBody: definition.maxBody ?? 1024 * 1024,
    beforeSecondFactor: definition.beforeSecondFactor ?? false,
  }
}

export type ParamsOf<E extends Endpoint> = Record<ParamNames<E['path']>, string>
export type QueryOf<E extends Endpoint> = z.output<E['query']>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
/** What a caller may send: before defaults and trimming. */
export type QueryInput<E extends Endpoint> = z.input<E['query']>
export type BodyInput<E extends Endpoint> = z.input<E['body']>
/** The request headers that an endpoint declares. */
export type HeaderOf<E extends Endpoint> = E['headers'][number]
export type ResponseOf<E extends Endpoint> = z.output<E['response']>

/** A page of a list as a handler returns it. `next` is the cursor of the page behind it, if there is one. */
export interface Page<T> {
  items: T[]
  total: number
  next: string | null
}

const parameters = (path: string) =>
  path
    .split('/')
    .map((part) => (part.startsWith(':') ? '1' : '0'))
    .join('')

/** Orders paths so that `/api/payments/summary` is tried before `/api/payments/:id`. */
export const bySpecificity = (a: { path: string }, b: { path: string }): number =>
  parameters(a.path).localeCompare(parameters(b.path))
