import type * as contracts from '@keyhold/contracts/billing/invoices'
import * as routes from '@keyhold/contracts/billing/invoices.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { pages } = callsOf<typeof contracts>(routes)

const invoicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listInvoices: build.infiniteQuery({ ...pages('listInvoices'), providesTags: ['Invoice'] }),
  }),
})

export const { useListInvoicesInfiniteQuery } = invoicesApi
