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
      const { scope, isEnabled, graceDays, kind, amount, frequency, minimumBalance } = body
      const terms = { isEnabled, graceDays, kind, amount, frequency, cap: body.cap ?? null, minimumBalance }
      const target = { propertyId: body.propertyId ?? null, tenancyId: body.tenancyId ?? null }
      const made = await tx
        .insert(lateFeePolicy)
        .values({ landlordId, scope, ...target, ...terms, createdAt: now, updatedAt: now })
        .onConflictDoNothing()
        .returning({ id: lateFeePolicy.id })
      const here = sql`o.landlord_id = ${landlordId} and o.scope = ${scope} and o.property_id is not distinct from ${target.propertyId}::uuid and o.tenancy_id is not distinct from ${target.tenancyId}::uuid`
      // Saving it unchanged does not increment the version.
      if (made.length === 0)
        await tx.execute(sql`
          update late_fee_policy o set is_enabled = n.is_enabled, grace_days = n.grace_days, kind = n.kind, amount = n.amount, frequency = n.frequency,
            cap = n.cap, minimum_balance = n.minimum_balance, version = o.version + 1, updated_at = ${now}::timestamptz
          from (select ${isEnabled}::boolean as is_enabled, ${graceDays}::int as grace_days, ${kind}::text as kind, ${amount}::numeric as amount,
            ${frequency}::text as frequency, ${terms.cap}::numeric as cap, ${minimumBalance}::numeric as minimum_balance) n
          where ${here} and (o.is_enabled, o.grace_days, o.kind, o.amount, o.frequency, o.cap, o.minimum_balance)
            is distinct from (n.is_enabled, n.grace_days, n.kind, n.amount, n.frequency, n.cap, n.minimum_balance)`)
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
