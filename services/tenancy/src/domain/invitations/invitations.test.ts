import { invitationStatuses } from '@keyhold/contracts/tenancy/invitations'
import { expect, test } from 'vitest'
import { hashToken, assertTransition, makeToken, statusOf, transitions } from './invitations.ts'

const now = new Date('2026-03-15T15:00:00.000Z')
const pending = { status: 'pending', expiresAt: '2026-03-15T15:00:00.001Z' } as const

test('a pending invitation expires at its time, and others keep their status', () => {
  expect(statusOf(pending, now)).toBe('pending')
  expect(statusOf({ ...pending, expiresAt: now.toISOString() }, now)).toBe('expired')
  expect(statusOf({ status: 'accepted', expiresAt: '2026-01-01T00:00:00.000Z' }, now)).toBe('accepted')
})

test('only a pending invitation can change its status', () => {
  for (const from of invitationStatuses)
    for (const to of invitationStatuses)
      expect(transitions[from].includes(to)).toBe(from === 'pending' && to !== 'pending')
  expect(() => assertTransition({ ...pending, status: 'accepted' } as never, 'revoked', now)).toThrow(
    'This invitation is accepted',
  )
})

test('a token has 256 random bits, and its hash does not reveal it', () => {
  const { token, tokenHash } = makeToken()
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(tokenHash).toBe(hashToken(token))
  expect(tokenHash).not.toContain(token)
  expect(makeToken().token).not.toBe(token)
})
