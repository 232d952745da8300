import { MaintenanceProposalSettled } from '@keyhold/contracts/maintenance/proposals'
import { RequestChanged } from '@keyhold/contracts/maintenance/request-snapshots'
import { maintenanceCategories } from '@keyhold/contracts/maintenance/requests'
import type { AssistantProposal } from '@keyhold/contracts/messaging/assistant'
import { ProposalConfirmed } from '@keyhold/contracts/messaging/conversations-messages'
import { DeliveryFailed, DeliveryReleased } from '@keyhold/contracts/messaging/deliveries'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { visitWords } from '@keyhold/kit/lib/visit-words'
import { Refusal, refuse } from '@keyhold/kit/http/problem'
import { type EventHandler, on } from '@keyhold/kit/messaging/handlers'
import { emit } from '@keyhold/kit/messaging/outbox'
import type { TenantActor } from '@keyhold/kit/runtime/actor'
import { and, eq } from 'drizzle-orm'
import { lockRequest } from '../domain/lock-request.ts'
import { openRequest, requestSnapshotOf } from '../domain/open-request.ts'
import { limitReports } from '../domain/report-limits.ts'
import { takeTime } from '../domain/visits.ts'
import { property, tenant, workOrder, type WorkOrderRow } from '../schema.ts'

type ProposalOf<K extends string> = Extract<z.output<typeof AssistantProposal>, { kind: K }>

interface Tenant extends TenantActor {
  landlordId: string
  tenantId: string
}

/** The message with a work order's link that waited was sent, or waited too long. */
async function settleWaiting(
  tx: Tx,
  { key = '', landlordId }: { key?: string | undefined; landlordId: string | null },
  outcome: Pick<WorkOrderRow, 'delivery' | 'deliveryError'>,
): Promise<void> {
  const [what, id] = key.split(':')
  if (what !== 'work-order' || id === undefined || landlordId === null) return
  const isIt = and(eq(workOrder.landlordId, landlordId), eq(workOrder.id, id), eq(workOrder.delivery, 'waiting'))
  const [row] = await tx.update(workOrder).set(outcome).where(isIt).returning()
  if (!row) return
  const request = await lockRequest(tx, { landlordId, id: row.requestId, tenantId: null })
  await emit(tx, RequestChanged, requestSnapshotOf(request))
}

/** Does what a tenant confirmed to the assistant, as the tenant, and says in the conversation what became of it. */
export const messagingEvents: EventHandler[] = [
  on(
    ProposalConfirmed,
    async ({ tx, clock, data: { landlordId, tenantId, userId = tenantId, proposal, ...which } }) => {
      if (proposal.kind === 'resend_receipt') return
      const actor: Tenant = { role: 'tenant', userId, sessionId: userId, landlordId, tenantId }
      const now = clock.now()
      const told = { landlordId, tenantId, conversationId: which.conversationId, messageId: which.messageId }
      try {
        const message =
          proposal.kind === 'book_visit' ? await book(tx, actor, proposal, now) : await open(tx, actor, proposal, now)
        await emit(tx, MaintenanceProposalSettled, { ...told, isDone: true, message })
      } catch (error) {
        // Refused before anything was written.
        if (!(error instanceof Refusal)) throw error
        await emit(tx, MaintenanceProposalSettled, { ...told, isDone: false, message: error.message })
      }
    },
  ),

  on(DeliveryReleased, ({ tx, data }) => settleWaiting(tx, data, { delivery: 'sent', deliveryError: null })),
  on(DeliveryFailed, ({ tx, data }) => settleWaiting(tx, data, { delivery: 'failed', deliveryError: data.reason })),
]

async function open(
  tx: Tx,
  actor: Tenant,
  { title, description, category, priority }: ProposalOf<'maintenance_request'>,
  now: Date,
): Promise<string> {
  const { landlordId, tenantId } = actor
  const [known] = await tx
    .select({ tenant, property })
    .from(tenant)
    .leftJoin(property, and(eq(property.landlordId, landlordId), eq(property.propertyId, tenant.propertyId)))
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.tenantId, tenantId)))
  // Its own event comes first or soon: the retry finds it.
  if (!known) throw new Error('the tenant is not known yet')
  if (!known.tenant.isActive) refuse('not-linked', 'Your tenancy has ended, so no new request can be opened.')
  await limitReports(tx, { landlordId, tenantId, priority }, now)
  const wanted = {
    title,
    description,
    priority,
    category: maintenanceCategories.find((one) => one === category) ?? 'general',
  }
  await openRequest(tx, actor, { wanted, landlordId, ...known, now: now.toISOString() })
  return `Your maintenance request “${title}” is open. Your landlord has been told, and you can follow it under Maintenance.`
}

async function book(
  tx: Tx,
  actor: Tenant,
  { requestId, visitId }: ProposalOf<'book_visit'>,
  now: Date,
): Promise<string> {
  const row = await lockRequest(tx, { landlordId: actor.landlordId, tenantId: actor.tenantId, id: requestId })
  const { date, from, to } = await takeTime(tx, { actor, side: 'tenant' }, row, visitId, now)
  return `The visit for “${row.title}” is booked: ${visitWords(date, from, to)}.`
}
