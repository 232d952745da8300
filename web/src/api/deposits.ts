import type * as contracts from '@keyhold/contracts/payments/deposits'
import * as routes from '@keyhold/contracts/payments/deposits.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'
import { moneyChanged } from './client/tags.ts'

const { query, pages } = callsOf<typeof contracts>(routes)

const depositsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDeposits: build.infiniteQuery({ ...pages('listDeposits'), providesTags: ['Deposit'] }),
    depositTotals: build.query({ ...query('depositTotals'), providesTags: ['Deposit'] }),
    refundDeposit: build.mutation({ ...query('refundDeposit'), ...moneyChanged }),
    applyDeposit: build.mutation({ ...query('applyDeposit'), ...moneyChanged }),
  }),
})

export const {
  useListDepositsInfiniteQuery,
  useDepositTotalsQuery,
  useRefundDepositMutation,
  useApplyDepositMutation,
} = depositsApi
