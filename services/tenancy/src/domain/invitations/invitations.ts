import { createHash, randomBytes } from 'node:crypto'
import type { Invitation, invitationStatuses } from '@keyhold/contracts/tenancy/invitations'
import { refuse } from '@keyhold/kit/http/problem'
import type { InvitationRow } from '../../schema/invitations.ts'

export type InvitationStatus = (typeof invitationStatuses)[number]

/** The allowed status changes. `expired` is derived from the time as well. */
export const transitions: Record<InvitationStatus, readonly InvitationStatus[]> = {
  pending: ['accepted', 'expired', 'revoked'],
  accepted: [],
  expired: [],
  revoked: [],
}

/** The current status: a pending invitation past `expiresAt` is expired, whatever is stored. */
export function statusOf(
  { status, expiresAt }: Pick<InvitationRow, 'status' | 'expiresAt'>,
  now: Date,
): InvitationStatus {
  return status === 'pending' && new Date(expiresAt) <= now ? 'expired' : status
}

/** @throws Refusal 409 unless the invitation can change to `next` */
export function assertTransition(row: InvitationRow, next: InvitationStatus, now: Date): void {
  const status = statusOf(row, now)
  if (!transitions[status].includes(next))
    refuse('illegal-transition', `This invitation is ${status}: it can no longer be ${next}.`)
}

/** The secret of a link (256 bits), and the hash that is stored. */
export function makeToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The API's representation. */
export function invitationOf(row: InvitationRow, now: Date): Invitation {
  const {
    id,
    landlordId,
    email,
    phone,
    firstName,
    lastName,
    propertyId,
    unitId,
    tenancyId,
    isSeparate: separate,
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
    unitId,
    tenancyId,
    separate,
    message,
    sendSMS,
    status: statusOf(row, now),
    smsSent: smsStatus === 'sent',
    expiresAt,
    createdAt,
  }
}
