import type * as contracts from '@keyhold/contracts/payments/bank-accounts'
import * as routes from '@keyhold/contracts/payments/bank-accounts.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['BankAccount', 'Report', 'Receipt'] } as const

const bankAccountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBankAccounts: build.query({ ...query('listBankAccounts'), providesTags: ['BankAccount'] }),
    createBankAccount: build.mutation({ ...query('createBankAccount'), ...changed }),
    updateBankAccount: build.mutation({ ...query('updateBankAccount'), ...changed }),
    archiveBankAccount: build.mutation({ ...query('archiveBankAccount'), ...changed }),
    restoreBankAccount: build.mutation({ ...query('restoreBankAccount'), ...changed }),
    listTransfers: build.infiniteQuery({ ...pages('listTransfers'), providesTags: ['BankAccount'] }),
    recordTransfer: build.mutation({ ...query('recordTransfer'), ...changed }),
    undoTransfer: build.mutation({ ...query('undoTransfer'), ...changed }),
  }),
})

export const {
  useListBankAccountsQuery,
  useCreateBankAccountMutation,
  useUpdateBankAccountMutation,
  useArchiveBankAccountMutation,
  useRestoreBankAccountMutation,
  useListTransfersInfiniteQuery,
  useRecordTransferMutation,
  useUndoTransferMutation,
} = bankAccountsApi
