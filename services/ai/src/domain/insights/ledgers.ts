import { tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import type { Tools } from '@keyhold/kit/http/request'
import { addDays } from '@keyhold/kit/lib/dates'
import { dateAt, defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, lt } from 'drizzle-orm'
import { charge, ledger } from '../../schema.ts'

const batch = 50
/** Longer than any rule looks back. */
const keptDays = 400

interface Stale {
  tenantId: string
  changes: number
}

/** Asks payments for the ledgers that events have marked as stale, and stores the answers. */
export async function renewLedgers({ db, call, clock }: Tools, landlordId: string): Promise<void> {
  const as = serviceActor('ai', landlordId)
  const since = addDays(dateAt(clock.now(), defaultTimeZone), -keptDays)
  for (let stale: readonly Stale[]; ;) {
    stale = await db.read(
      as,
      (sql) =>
        sql<
          Stale[]
        >`select tenant_id, changes from ledger where landlord_id = ${landlordId} and seen < changes order by tenant_id limit ${batch}`,
    )
    if (stale.length === 0) return
    const answers = await call(tenantLedgers, as, {
      query: { tenantIds: stale.map(({ tenantId }) => tenantId).join(), since },
    })
    const answerOf = new Map(answers.map((answer) => [answer.tenantId, answer]))
    await db.transaction(as, async (tx) => {
      for (const { tenantId, changes } of stale) {
        const { awaitingConfirmation = 0, credit = 0, charges = [] } = answerOf.get(tenantId) ?? {}
        const whose = and(eq(ledger.landlordId, landlordId), eq(ledger.tenantId, tenantId))
        // Another process may have asked later than we did: then its answer stays.
        const ours = await tx
          .update(ledger)
          .set({ awaitingConfirmation, credit, seen: changes })
          .where(and(whose, lt(ledger.seen, changes)))
          .returning({ tenantId: ledger.tenantId })
        if (ours.length === 0) continue
        await tx.delete(charge).where(and(eq(charge.landlordId, landlordId), eq(charge.tenantId, tenantId)))
        if (charges.length > 0) await tx.insert(charge).values(charges.map((one) => ({ ...one, landlordId, tenantId })))
      }
    })
    if (stale.length < batch) return
  }
}
