import { getLedger, tenantLedger } from '@keyhold/contracts/payments/ledgers'
import { notFound } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { accountActorOf, leftAccountOf } from '../../domain/ledger/accounts.ts'
import { readLeftLedger } from '../../domain/ledger/left-ledger.ts'
import { readLedger } from '../../domain/ledger/ledger-view.ts'
import { fetchMissingAccount, findTenant } from '../../projections/tenants.ts'

export const ledgerViewRoutes: Route[] = [
  serve(getLedger, async ({ actor, params, query: { isAccount = false, ...query }, db, call, clock }) => {
    const now = clock.now().toISOString()
    const left = isAccount ? null : await leftAccountOf({ db, call }, actor, params.id)
    if (left) return (await readLeftLedger(db, left, { ...query, now })) ?? notFound('Tenant')
    const asked = {
      landlordId: actor.landlordId,
      tenantId: params.id,
      ...(isAccount ? { accountId: params.id } : {}),
      ...query,
      now,
    }
    const ledger = await readLedger(db, actor, asked)
    if (ledger) return ledger
    // For a new tenant whose event has not arrived yet: an empty ledger rather than 404.
    const tenant = await findTenant({ db, call, clock, actor }, params.id)
    await fetchMissingAccount({ db, call, clock, actor }, tenant)
    return (await readLedger(db, actor, asked)) ?? notFound('Tenant')
  }),

  serve(tenantLedger, async ({ actor, query, db, call, clock }) => {
    const left = await leftAccountOf({ db, call }, actor)
    if (left) return readLeftLedger(db, left, { ...query, now: clock.now().toISOString() })
    const account = await accountActorOf(db, actor)
    if (!account) return null
    const { landlordId, tenantId } = account
    return readLedger(db, account, { landlordId, tenantId, ...query, now: clock.now().toISOString() })
  }),
]
