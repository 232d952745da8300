import { getDocument } from '@keyhold/contracts/properties/documents'
import {
  InsuranceChanged,
  type InsuranceForm,
  ownInsurance,
  saveOwnInsurance,
  tenantInsurance,
} from '@keyhold/contracts/tenancy/insurance'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { Refusal, refuseField } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serve } from '@keyhold/kit/http/serve'
import { emit } from '@keyhold/kit/messaging/outbox'
import { serviceActor, type TenantActor } from '@keyhold/kit/runtime/actor'
import { and, eq } from 'drizzle-orm'
import { authorOf, changesOf, recordChanges, type TrackedFields } from '../../domain/history/history.ts'
import { readInsurance } from '../../domain/insurance/read-insurance.ts'
import { ownTenant } from '../../domain/own-tenant.ts'
import { lockTenantRow } from '../../domain/tenants/tenants.ts'
import { type InsuranceRow, rentersInsurance } from '../../schema/insurance.ts'

type Form = z.output<typeof InsuranceForm>

export const insuranceRoutes = () => [
  serve(ownInsurance, async ({ actor, db, clock }) => readInsurance(db, actor, ownTenant(actor), clock.now())),

  serve(tenantInsurance, async ({ actor, params, db, clock }) =>
    readInsurance(db, actor, { landlordId: actor.landlordId, tenantId: params.id }, clock.now()),
  ),

  serve(saveOwnInsurance, async ({ actor, body, db, call, clock }) => {
    const which = ownTenant(actor)
    if (body.documentId) await checkProof(body.documentId, actor, { call })
    const now = clock.now()
    // As the service: a tenant may not write the history, whose entry names the tenant.
    await db.transaction(serviceActor('tenancy', which.landlordId), (tx) =>
      store(tx, which, { form: body, at: now.toISOString(), by: authorOf(actor) }),
    )
    return readInsurance(db, actor, which, now)
  }),
]

/** @throws Refusal 400 for a document that the tenant does not see */
async function checkProof(documentId: string, actor: TenantActor, { call }: Pick<Tools, 'call'>): Promise<void> {
  try {
    await call(getDocument, actor, { params: { id: documentId } })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found')
      refuseField('documentId', 'Choose one of your documents')
    throw error
  }
}

interface Change {
  form: Form
  at: string
  by: ReturnType<typeof authorOf>
}

async function store(
  tx: Tx,
  { landlordId, tenantId }: { landlordId: string; tenantId: string },
  { form, at, by }: Change,
): Promise<void> {
  await lockTenantRow(tx, { id: tenantId, landlordId })
  const mine = and(eq(rentersInsurance.landlordId, landlordId), eq(rentersInsurance.tenantId, tenantId))
  const [before] = await tx.select().from(rentersInsurance).where(mine)
  // The proof of a policy is not the proof of its successor.
  const kept = before?.policyNumber === form.policyNumber ? before.documentId : null
  const fields = { ...form, documentId: form.documentId === undefined ? kept : form.documentId }
  const [after] = await tx
    .insert(rentersInsurance)
    .values({ landlordId, tenantId, ...fields, updatedAt: at })
    .onConflictDoUpdate({
      target: [rentersInsurance.landlordId, rentersInsurance.tenantId],
      set: { ...fields, updatedAt: at },
    })
    .returning()
  const changes = changesOf(before ? tracked(before) : {}, tracked(after!))
  if (changes.length === 0) return
  await recordChanges(tx, [{ landlordId, tenantId, what: 'changed', changes }], { at, by })
  const { insurer, effectiveDate, expiryDate } = after!
  await emit(tx, InsuranceChanged, { tenantId, landlordId, insurer, effectiveDate, expiryDate })
}

const tracked = (row: InsuranceRow): TrackedFields => ({
  insurer: row.insurer,
  policyNumber: row.policyNumber,
  coverage: row.coverage,
  insuranceFrom: row.effectiveDate,
  insuranceUntil: row.expiryDate,
  proofOfInsurance: { id: row.documentId, name: row.documentId && 'uploaded' },
})
