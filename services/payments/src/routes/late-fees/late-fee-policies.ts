import {
  deleteLateFeePolicy,
  type LateFeePolicy,
  listLateFeePolicies,
  saveLateFeePolicy,
} from '@keyhold/contracts/payments/late-fee-policies'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { and, eq, sql } from 'drizzle-orm'
import { assessLateFees } from '../../domain/late-fees/assess-due.ts'
import { findTenancy, selectPolicies } from '../../domain/late-fees/policies.ts'
import { savePolicy } from '../../domain/late-fees/save-policy.ts'
import type { Tag } from '../../domain/ledger/sql.ts'
import { accountsPerRequest } from '../../limits.ts'
import { findProperty } from '../../projections/properties.ts'
import { lateFeePolicy } from '../../schema/late-fees.ts'

/** Account policy, then properties', then tenancies', each in order of creation. */
const rankOf = <F>(tag: Tag<F>): F => tag`(case o.scope when 'account' then 0 when 'property' then 1 else 2 end, o.id)`

export const lateFeePolicyRoutes = (tools: Pick<Tools, 'db'>): Route[] => [
  serve(listLateFeePolicies, async ({ actor, query: { limit, cursor }, db }) => {
    const { landlordId } = actor
    const behind = readCursor(cursor)
    const [rows, [counted]] = await db.read(actor, (read) => {
      const rank = rankOf(read)
      const beyond = behind
        ? read`and ${rank} > (select ${rank} from late_fee_policy o where o.landlord_id = ${landlordId} and o.id = ${behind})`
        : read``
      const mine = read`o.landlord_id = ${landlordId} ${beyond}`
      return [
        read<LateFeePolicy[]>`${selectPolicies(read, mine)} order by ${rank} limit ${whole(read, limit + 1)}`,
        read<{ total: number }[]>`select count(*) as total from late_fee_policy where landlord_id = ${landlordId}`,
      ] as const
    })
    return pageOf(rows, limit, counted?.total ?? 0)
  }),

  // Existing fees keep the version they were assessed under.
  serve(saveLateFeePolicy, async ({ actor, body, db, call, clock }) => {
    const { landlordId } = actor
    if (body.propertyId) await findProperty({ db, call, clock, actor }, body.propertyId)
    if (body.tenancyId) await findTenancy({ db, call, actor }, body.tenancyId)
    const now = clock.now().toISOString()

    const saved = await db.transaction(actor, async (tx) => {
      await savePolicy(tx, body, { landlordId, now })
      const { scope, propertyId = null, tenancyId = null } = body
      const here = sql`o.landlord_id = ${landlordId} and o.scope = ${scope} and o.property_id is not distinct from ${propertyId}::uuid and o.tenancy_id is not distinct from ${tenancyId}::uuid`
      const [row] = await tx.execute<LateFeePolicy & Record<string, unknown>>(selectPolicies(sql, here))
      return row ?? notFound('Late-fee policy')
    })
    // Rents that are already late get their fee at once; the hourly schedule does the others.
    await assessLateFees(tools.db, landlordId, { now, accounts: accountsPerRequest })
    return saved
  }),

  serve(deleteLateFeePolicy, async ({ actor, params, db, clock }) => {
    const { landlordId } = actor
    const now = clock.now().toISOString()
    await db.transaction(actor, async (tx) => {
      const gone = await tx
        .delete(lateFeePolicy)
        .where(and(eq(lateFeePolicy.landlordId, landlordId), eq(lateFeePolicy.id, params.id)))
        .returning({ id: lateFeePolicy.id })
      if (gone.length === 0) notFound('Late-fee policy')
    })
    // Its proposals are withdrawn, and the next wider policy applies.
    await assessLateFees(tools.db, landlordId, { now, accounts: accountsPerRequest })
  }),
]
