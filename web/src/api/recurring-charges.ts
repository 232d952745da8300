import type * as contracts from '@keyhold/contracts/payments/recurring-charges'
import * as routes from '@keyhold/contracts/payments/recurring-charges.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Recurring', 'Payment', 'Ledger', 'Dashboard'] } as const

const recurringChargesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listRecurring: build.infiniteQuery({ ...pages('listRecurring'), providesTags: ['Recurring'] }),
    createRecurring: build.mutation({ ...query('createRecurring'), ...changed }),
    endRecurring: build.mutation({ ...query('endRecurring'), ...changed }),
  }),
})

export const { useListRecurringInfiniteQuery, useCreateRecurringMutation, useEndRecurringMutation } =
  recurringChargesApi
