import {
  chooseVisit,
  offerVisits,
  pickVisit,
  proposeVisits,
  withdrawVisit,
} from '@keyhold/contracts/maintenance/visits'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq } from 'drizzle-orm'
import { addEntry } from '../domain/history.ts'
import { lockRequest } from '../domain/lock-request.ts'
import { saveRequest } from '../domain/progress.ts'
import { offerTimes, takeTime } from '../domain/visits.ts'
import { visit } from '../schema.ts'

export const visitRoutes = [
  serve(offerVisits, ({ actor, params, body, db, clock }) =>
    db.transaction(actor, async (tx) => {
      const row = await lockRequest(tx, { landlordId: actor.landlordId, id: params.id, tenantId: null })
      return offerTimes(tx, { actor, side: 'landlord' }, row, body, clock.now())
    }),
  ),

  serve(chooseVisit, ({ actor, params, db, clock }) =>
    db.transaction(actor, async (tx) => {
      const row = await lockRequest(tx, { landlordId: actor.landlordId, id: params.id, tenantId: null })
      return takeTime(tx, { actor, side: 'landlord' }, row, params.visitId, clock.now())
    }),
  ),

  serve(withdrawVisit, ({ actor, params, db, clock }) =>
    db.transaction(actor, async (tx) => {
      const row = await lockRequest(tx, { landlordId: actor.landlordId, id: params.id, tenantId: null })
      const [withdrawn] = await tx
        .update(visit)
        .set({ status: 'withdrawn' })
        .where(
          and(
            eq(visit.landlordId, row.landlordId),
            eq(visit.requestId, row.id),
            eq(visit.id, params.visitId),
            eq(visit.status, 'offered'),
          ),
        )
        .returning()
      if (!withdrawn) notFound('Visit')
      const { date, from, to } = withdrawn
      const at = clock.now().toISOString()
      const changes = [{ field: 'visitOffered', from: `${date} ${from}–${to}`, to: null }]
      await addEntry(tx, actor, row, at, { changes, isShared: true })
      await saveRequest(tx, row, {}, at)
    }),
  ),

  serve(proposeVisits, ({ actor, params, body, db, clock }) =>
    db.transaction(actor, async (tx) => {
      const row = await lockRequest(tx, ownRequest(actor, params.id))
      return offerTimes(tx, { actor, side: 'tenant' }, row, body, clock.now())
    }),
  ),

  serve(pickVisit, ({ actor, params, db, clock }) =>
    db.transaction(actor, async (tx) => {
      const row = await lockRequest(tx, ownRequest(actor, params.id))
      return takeTime(tx, { actor, side: 'tenant' }, row, params.visitId, clock.now())
    }),
  ),
]

/** A request of the tenant's own. @throws Refusal 404 for a tenant without a landlord */
function ownRequest({ landlordId, tenantId }: { landlordId: string | null; tenantId: string | null }, id: string) {
  return landlordId && tenantId ? { landlordId, tenantId, id } : notFound('Maintenance request')
}
