import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './base-query.ts'
import { tags } from './tags.ts'

/** The page's API. Each `api/<resource>.ts` adds its calls with `api.injectEndpoints`. */
export const api = createApi({
  baseQuery,
  tagTypes: tags,
  endpoints: () => ({}),
  // Spec §9: unused answers are dropped after 5 minutes; nothing is refetched on focus. What changes elsewhere comes by `stream.ts`.
  keepUnusedDataFor: 300,
  refetchOnFocus: false,
})

/** Dispatches calls outside a component. */
export type ApiDispatch = ThunkDispatch<{ [api.reducerPath]: ReturnType<typeof api.reducer> }, unknown, UnknownAction>
