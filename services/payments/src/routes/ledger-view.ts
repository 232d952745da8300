import { getLedger, tenantLedger } from '@keyhold/contracts/ledger'
import { notFound } from '@keyhold/kit/problem'
import { type Route, serve } from '@keyhold/kit/serve'
import { asAccount } from '../domain/accounts.ts'
import { readLedger } from '../domain/ledger-view.ts'

export const ledgerViewRoutes: Route[] = [
  serve(getLedger, async ({ actor, params, query, db, clock }) => {
    const asked = { landlordId: actor.landlordId, tenantId: params.id, ...query, now: clock.now().toISOString() }
    return (await readLedger(db, actor, asked)) ?? notFound('Tenant')
  }),

  serve(tenantLedger, async ({ actor, query, db, clock }) => {
    const account = await asAccount(db, actor)
    if (!account) return null
    const { landlordId, tenantId } = account
    return readLedger(db, account, { landlordId, tenantId, ...query, now: clock.now().toISOString() })
  }),
]
