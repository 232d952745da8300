import type * as contracts from '@keyhold/contracts/payments/ledgers'
import * as routes from '@keyhold/contracts/payments/ledgers.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, url } = callsOf<typeof contracts>(routes)

const ledgersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getLedger: build.query({ ...query('getLedger'), providesTags: ['Ledger', 'Payment'] }),
    sendStatement: build.mutation(query('sendStatement')),
    tenantLedger: build.query({ ...query('tenantLedger'), providesTags: ['Ledger', 'Payment'] }),
  }),
})

export const { useGetLedgerQuery, useSendStatementMutation, useTenantLedgerQuery } = ledgersApi

/** The PDF of a tenant's ledger, for the landlord. */
export const statementUrl = (tenantId: string): string => url('statementFile', { id: tenantId })
/** The PDF of one's own ledger, for the tenant. */
export const ownStatementUrl = (): string => url('tenantStatementFile', {})
