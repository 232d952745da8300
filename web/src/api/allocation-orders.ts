import type * as contracts from '@keyhold/contracts/payments/allocation-orders'
import * as routes from '@keyhold/contracts/payments/allocation-orders.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)

const allocationOrdersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAllocationOrder: build.query({ ...query('getAllocationOrder'), providesTags: ['Ledger'] }),
    // What a payment would pay is proposed in the new order.
    setAllocationOrder: build.mutation({ ...query('setAllocationOrder'), invalidatesTags: ['Ledger', 'Receipt'] }),
  }),
})

export const { useGetAllocationOrderQuery, useSetAllocationOrderMutation } = allocationOrdersApi
