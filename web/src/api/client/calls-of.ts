import type { BodyInput, Endpoint, ParamsOf, QueryInput, ResponseOf } from '@keyhold/contracts/endpoint'
import type { Route } from '@keyhold/contracts/route'
import type { Call, Meta } from './base-query.ts'

// A contract without a body has the type `unknown`, one without a query an empty record: neither adds fields to the argument.
type Given<T> = unknown extends T ? object : string extends keyof T ? object : T
type Flat<T> = { [K in keyof T]: T[K] }
type Fields<E extends Endpoint> = Flat<Given<ParamsOf<E>> & Given<QueryInput<E>> & Given<BodyInput<E>>>

/** The argument of a hook: path parameters, query and body of the contract in one flat object, or nothing. */
export type ArgOf<E extends Endpoint> = keyof Fields<E> extends never
  ? void
  : object extends Fields<E>
    ? Fields<E> | void
    : Fields<E>

export interface PageOf<T> {
  items: T[]
  /** Cursor of the next page, null on the last. */
  next: string | null
  total: number
}

type Item<R> = R extends readonly (infer T)[] ? T : never

/** The names of the endpoints among a contract file's exports. */
type NameOf<C> = { [K in keyof C]: C[K] extends Endpoint ? K : never }[keyof C] & string
type Named<C, K extends NameOf<C>> = Extract<C[K], Endpoint>
type Address = Pick<Route, 'method' | 'path'>
/** The route of each endpoint, with the method and the path that its contract has. */
type RoutesOf<C> = { readonly [K in NameOf<C>]: Pick<Named<C, K>, 'method' | 'path'> }

/**
 * The calls of one contract file, by name. The contracts are given as a type and only the routes as a value, so that a page ships no schema
 * (and no zod):
 * `const { query } = callsOf<typeof contracts>(routes)`, `build.mutation({ ...query('verifyPayment'), invalidatesTags: ['Payment'] })`.
 */
export function callsOf<C>(routes: RoutesOf<C>) {
  const routeOf = (name: NameOf<C>) => (routes as Readonly<Record<string, Address>>)[name]!
  return {
    /** The definition of a query or a mutation. */
    query: <K extends NameOf<C>>(name: K) => queryOf<Named<C, K>>(routeOf(name)),
    /** The definition of an infinite query over a paged list. `itemsOf(data)` and `totalOf(data)` read the result. */
    pages: <K extends NameOf<C>>(name: K) => pagesOf<Named<C, K>>(routeOf(name)),
    /** A call whose body is added by hand, such as an upload. */
    call: <K extends NameOf<C>>(name: K, params: Flat<Given<ParamsOf<Named<C, K>>>>): Call =>
      toCall(routeOf(name), params),
    /** The address of a GET, for a link to a file. */
    url: <K extends NameOf<C>>(name: K, arg: ArgOf<Named<C, K>>): string => toCall(routeOf(name), arg).url,
  }
}

function queryOf<E extends Endpoint>(route: Address) {
  return {
    query: (arg: ArgOf<E>): Call => toCall(route, arg),
    transformResponse: (response: ResponseOf<E>): ResponseOf<E> => response,
  }
}

function pagesOf<E extends Endpoint>(route: Address) {
  type Page = PageOf<Item<ResponseOf<E>>>
  return {
    query: ({ queryArg, pageParam }: { queryArg: ArgOf<E>; pageParam: string | null }): Call =>
      toCall(route, { ...(queryArg as object), ...(pageParam ? { cursor: pageParam } : {}) }),
    transformResponse: (items: Item<ResponseOf<E>>[], meta: Meta | undefined): Page => ({
      items,
      next: meta?.next ?? null,
      total: meta?.total ?? items.length,
    }),
    infiniteQueryOptions: {
      initialPageParam: null as string | null,
      getNextPageParam: (last: Page): string | null => last.next,
    },
  }
}

/** As many as a select offers, and the API gives in one page. */
export const mostChoices = 500

export const itemsOf = <T>(data: { pages: PageOf<T>[] } | undefined): T[] =>
  data?.pages.flatMap((page) => page.items) ?? []
export const totalOf = <T>(data: { pages: PageOf<T>[] } | undefined): number | undefined => data?.pages.at(-1)?.total

// The values of a path or a query; those of a body depend on its contract.
type Plain = string | number | boolean | null | undefined

/** Fills the path, then sends the remaining fields as query (GET, DELETE) or body. */
function toCall({ method, path }: Address, arg: unknown): Call {
  const left = new Map(Object.entries((arg ?? {}) as Record<string, Plain>))
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(left.get(name))
    // A path parameter is not sent again in the body.
    left.delete(name)
    return encodeURIComponent(value)
  })
  if (method !== 'GET' && method !== 'DELETE')
    return left.size > 0 ? { method, url, body: Object.fromEntries(left) } : { method, url }
  const search = new URLSearchParams()
  for (const [name, value] of left)
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  return { method, url: search.size > 0 ? `${url}?${search}` : url }
}
