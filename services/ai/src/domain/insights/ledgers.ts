import { type TenantLedger, tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { addDays } from '@keyhold/kit/lib/dates'
import { dateAt, defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { charge, ledger } from '../../schema/projections.ts'

const batch = 50
/** Longer than any rule looks back. */
const keptDays = 400

interface Stale {
  tenantId: string
  changes: number
}

type Answer = Stale & Pick<z.output<typeof TenantLedger>, 'awaitingConfirmation' | 'credit' | 'charges'>

/** Asks payments for the ledgers that events have marked as stale, and stores the answers. What is marked meanwhile waits for the next refresh. */
export async function renewLedgers({ db, call, clock }: Tools, landlordId: string): Promise<void> {
  const as = serviceActor('ai', landlordId)
  const since = addDays(dateAt(clock.now(), defaultTimeZone), -keptDays)
  for (let after: string | undefined; ;) {
    const stale = await db.read(
      as,
      (read) => read<Stale[]>`
        select tenant_id, changes from ledger where landlord_id = ${landlordId} and seen < changes
          ${after === undefined ? read`` : read`and tenant_id > ${after}`} order by tenant_id limit ${batch}`,
    )
    if (stale.length === 0) return
    const answers = await call(tenantLedgers, as, {
      query: { tenantIds: stale.map(({ tenantId }) => tenantId).join(), since },
    })
    const answerOf = new Map(answers.map((answer) => [answer.tenantId, answer]))
    const renewed = stale.map(({ tenantId, changes }): Answer => {
      const { awaitingConfirmation = 0, credit = 0, charges = [] } = answerOf.get(tenantId) ?? {}
      return { tenantId, changes, awaitingConfirmation, credit, charges }
    })
    await db.transaction(as, (tx) => storeAnswers(tx, landlordId, renewed))
    if (stale.length < batch) return
    after = stale.at(-1)?.tenantId
  }
}

async function storeAnswers(tx: Tx, landlordId: string, answers: readonly Answer[]): Promise<void> {
  const isAsked = inArray(
    ledger.tenantId,
    answers.map(({ tenantId }) => tenantId),
  )
  const locked = await tx
    .select({ tenantId: ledger.tenantId, seen: ledger.seen })
    .from(ledger)
    .where(and(eq(ledger.landlordId, landlordId), isAsked))
    .orderBy(ledger.tenantId)
    .for('update')
  const seen = new Map(locked.map((one) => [one.tenantId, one.seen]))
  // Another process may have asked later than we did: then its answer stays.
  const ours = answers.filter(({ tenantId, changes }) => (seen.get(tenantId) ?? changes) < changes)
  if (ours.length === 0) return
  const totals = ours.map(({ charges: _, ...some }) => some)
  await tx.execute(sql`
    update ${ledger} set awaiting_confirmation = given."awaitingConfirmation", credit = given.credit, seen = given.changes
    from json_to_recordset(${JSON.stringify(totals)}::text::json)
      as given ("tenantId" uuid, changes bigint, "awaitingConfirmation" numeric, credit numeric)
    where ${ledger.landlordId} = ${landlordId} and ${ledger.tenantId} = given."tenantId"`)
  const tenantIds = ours.map(({ tenantId }) => tenantId)
  await tx.delete(charge).where(and(eq(charge.landlordId, landlordId), inArray(charge.tenantId, tenantIds)))
  const charges = ours.flatMap(({ tenantId, charges: some }) => some.map((one) => ({ ...one, tenantId })))
  // As one parameter: with one for every value, writing the statement takes longer than the database needs for it.
  await tx.execute(sql`
    insert into ${charge} (landlord_id, charge_id, tenant_id, property_id, payment_type, amount, open, due_date, settled_on)
    select ${landlordId}::uuid, "chargeId", "tenantId", "propertyId", "paymentType", amount, open, "dueDate", "settledOn"
    from json_to_recordset(${JSON.stringify(charges)}::text::json) as given ("chargeId" uuid, "tenantId" uuid, "propertyId" uuid,
      "paymentType" text, amount numeric, open numeric, "dueDate" date, "settledOn" date)`)
}
