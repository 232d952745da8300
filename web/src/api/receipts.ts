import type * as contracts from '@keyhold/contracts/payments/receipts'
import * as routes from '@keyhold/contracts/payments/receipts.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'
import { moneyChanged } from './client/tags.ts'

const { query, pages, url } = callsOf<typeof contracts>(routes)

export const receiptsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listReceipts: build.infiniteQuery({ ...pages('listReceipts'), providesTags: ['Receipt'] }),
    getReceipt: build.query({ ...query('getReceipt'), providesTags: ['Receipt'] }),
    proposeAllocation: build.query({ ...query('proposeAllocation'), providesTags: ['Payment', 'Receipt'] }),
    recordReceipt: build.mutation({ ...query('recordReceipt'), ...moneyChanged }),
    editReceipt: build.mutation({ ...query('editReceipt'), ...moneyChanged }),
    reallocateReceipt: build.mutation({ ...query('reallocateReceipt'), ...moneyChanged }),
    sendReceipt: build.mutation(query('sendReceipt')),
    reverseReceipt: build.mutation({ ...query('reverseReceipt'), ...moneyChanged }),
  }),
})

export const {
  useListReceiptsInfiniteQuery,
  useGetReceiptQuery,
  useProposeAllocationQuery,
  useRecordReceiptMutation,
  useEditReceiptMutation,
  useReallocateReceiptMutation,
  useSendReceiptMutation,
  useReverseReceiptMutation,
} = receiptsApi

/** The PDF of one receipt. */
export const receiptUrl = (id: string): string => url('receiptFile', { id })
