import type { Method } from '@keyhold/contracts/route'
import type { BodyInput, Endpoint, ParamsOf, QueryInput, ResponseOf } from '@keyhold/contracts/endpoint'
import type { Call, Meta } from './base-query.ts'

// A contract without a body says `unknown`, one without a query an empty record: both add nothing to the argument.
type Given<T> = unknown extends T ? object : string extends keyof T ? object : T
type Flat<T> = { [K in keyof T]: T[K] }
type Fields<E extends Endpoint> = Flat<Given<ParamsOf<E>> & Given<QueryInput<E>> & Given<BodyInput<E>>>

/** What a hook is called with: path parameters, query and body of the contract in one flat object; nothing where it takes nothing. */
export type ArgOf<E extends Endpoint> = keyof Fields<E> extends never
  ? void
  : object extends Fields<E>
    ? Fields<E> | void
    : Fields<E>

/** The part of a contract that a call needs. Given literally, with the contract imported as a type, it ships no schema (and no zod). */
export interface Route<E extends Endpoint> {
  method: Method
  path: E['path']
}

export interface PageOf<T> {
  items: T[]
  /** Cursor of the next page, null on the last. */
  next: string | null
  total: number
}

type Item<R> = R extends readonly (infer T)[] ? T : never

/** Turns a contract into an RTK Query definition: `build.mutation({ ...query(verifyPayment), invalidatesTags: ['Payment'] })`. */
export function query<E extends Endpoint>({ method, path }: E | Route<E>) {
  return {
    query: (arg: ArgOf<E>): Call => callOf(method, path, arg),
    transformResponse: (response: ResponseOf<E>): ResponseOf<E> => response,
  }
}

/** Like `query` for a paged list whose first page is enough; the data says how many there are in all. */
export function queryPage<E extends Endpoint>({ method, path }: E | Route<E>) {
  return {
    query: (arg: ArgOf<E>): Call => callOf(method, path, arg),
    transformResponse: (items: Item<ResponseOf<E>>[], meta: Meta | undefined): PageOf<Item<ResponseOf<E>>> =>
      pageOf(items, meta),
  }
}

/** For `build.infiniteQuery`: a paged list with "Load more". `itemsOf(data)` and `totalOf(data)` read the result. */
export function queryPages<E extends Endpoint>({ method, path }: E | Route<E>) {
  type Paged = PageOf<Item<ResponseOf<E>>>
  return {
    query: ({ queryArg, pageParam }: { queryArg: ArgOf<E>; pageParam: string | null }): Call =>
      callOf(method, path, { ...(queryArg as object), ...(pageParam ? { cursor: pageParam } : {}) }),
    transformResponse: (items: Item<ResponseOf<E>>[], meta: Meta | undefined): Paged => pageOf(items, meta),
    infiniteQueryOptions: {
      initialPageParam: null as string | null,
      getNextPageParam: (last: Paged): string | null => last.next,
    },
  }
}

export const itemsOf = <T>(data: { pages: PageOf<T>[] } | undefined): T[] =>
  data?.pages.flatMap((page) => page.items) ?? []
export const totalOf = <T>(data: { pages: PageOf<T>[] } | undefined): number | undefined => data?.pages.at(-1)?.total

const pageOf = <T>(items: T[], meta: Meta | undefined): PageOf<T> => ({
  items,
  next: meta?.next ?? null,
  total: meta?.total ?? items.length,
})

// What a path or a query can hold; a body holds whatever its contract says.
type Plain = string | number | boolean | null | undefined

/** Fills the path, then sends what is left as query (GET, DELETE) or body. */
export function callOf(method: Method, path: string, arg: unknown): Call {
  const left = new Map(Object.entries((arg ?? {}) as Record<string, Plain>))
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(left.get(name))
    // A name may stand in the body too (a token), but a path parameter is sent once.
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
