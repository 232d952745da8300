import type * as contracts from '@keyhold/contracts/payments/credits'
import * as routes from '@keyhold/contracts/payments/credits.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'
import { moneyChanged } from './client/tags.ts'

const { query } = callsOf<typeof contracts>(routes)

const creditsApi = api.injectEndpoints({
  endpoints: (build) => ({
    giveCredit: build.mutation({ ...query('giveCredit'), ...moneyChanged }),
    refundCredit: build.mutation({ ...query('refundCredit'), ...moneyChanged }),
    listRefunds: build.query({ ...query('listRefunds'), providesTags: ['Ledger', 'Deposit'] }),
    undoRefund: build.mutation({ ...query('undoRefund'), ...moneyChanged }),
    writeOff: build.mutation({ ...query('writeOff'), ...moneyChanged }),
    paymentHistory: build.query({ ...query('paymentHistory'), providesTags: ['Payment', 'Receipt'] }),
  }),
})

export const {
  useGiveCreditMutation,
  useRefundCreditMutation,
  useListRefundsQuery,
  useUndoRefundMutation,
  useWriteOffMutation,
  usePaymentHistoryQuery,
} = creditsApi
