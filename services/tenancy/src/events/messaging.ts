import { DeliveryReleased } from '@keyhold/contracts/messaging/deliveries'
import { InvitationChanged } from '@keyhold/contracts/tenancy/invitations'
import { on } from '@keyhold/kit/messaging/handlers'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq } from 'drizzle-orm'
import { statusOf } from '../domain/invitations/invitations.ts'
import { invitation } from '../schema/invitations.ts'

/** The message of an invitation that waited was sent. */
export const messagingEvents = () => [
  on(DeliveryReleased, async ({ data: { key, landlordId, channel }, tx, clock }) => {
    const [what, id] = key.split(':')
    if (what !== 'invitation' || id === undefined || landlordId === null) return
    const sent = channel === 'sms' ? { smsStatus: 'sent' as const, smsError: null } : { emailStatus: 'sent' as const }
    const [row] = await tx
      .update(invitation)
      .set({ ...sent, updatedAt: clock.now().toISOString() })
      .where(and(eq(invitation.landlordId, landlordId), eq(invitation.id, id)))
      .returning()
    if (row) await emit(tx, InvitationChanged, { invitationId: id, landlordId, status: statusOf(row, clock.now()) })
  }),
]
