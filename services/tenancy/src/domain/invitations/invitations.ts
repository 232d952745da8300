import { createHash, randomBytes } from 'node:crypto'
import { type Invitation, type invitationStatuses } from '@keyhold/contracts/tenancy/invitations'
import { refuse } from '@keyhold/kit/http/problem'
import type { invitation } from '../../schema/invitations.ts'

export type InvitationRow = typeof invitation.$inferSelect
export type InvitationStatus = (typeof invitationStatuses)[number]

/** What may become of an invitation; time alone brings `expired`. */
export const transitions: Record<InvitationStatus, readonly InvitationStatus[]> = {
  pending: ['accepted', 'expired', 'revoked'],
  accepted: [],
  expired: [],
  revoked: [],
}

/** The status at this moment: a link past its end is expired, whatever is stored. */
export function statusOf(
  { status, expiresAt }: Pick<InvitationRow, 'status' | 'expiresAt'>,
  now: Date,
): InvitationStatus {
  return status === 'pending' && new Date(expiresAt) <= now ? 'expired' : status
}

/** @throws Refusal 409 unless the invitation may become `next` */
export function assertTransition(row: InvitationRow, next: InvitationStatus, now: Date): void {
  const status = statusOf(row, now)
  if (!transitions[status].includes(next))
    refuse('illegal-transition', `This invitation is ${status}: it can no longer be ${next}.`)
}

/** A link's secret (256 bits) and what is kept of it. */
export function makeToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The record as the wire shows it. */
export function invitationOf(row: InvitationRow, now: Date): Invitation {
  const {
    id,
    landlordId,
    email,
    phone,
    firstName,
    lastName,
    propertyId,
    message,
    sendSms: sendSMS,
    smsStatus,
    expiresAt,
    createdAt,
  } = row
  return {
    id,
    landlordId,
    email,
    phone,
    firstName,
    lastName,
    propertyId,
    message,
    sendSMS,
    status: statusOf(row, now),
    smsSent: smsStatus === 'sent',
    expiresAt,
    createdAt,
  }
}
