import { expect, test } from 'vitest'
import type { ApiError } from '../api/client/problem.ts'
import { propertyLimitReached, propertyNotSaved } from './properties.ts'
import { loginSuccessful } from './session.ts'
import { invitationSent } from './tenants.ts'

// The sentences of the error catalogue that are computed (spec 1 §8).

const refused = (status: number, detail: string): ApiError => ({ status, title: '', detail })

test('the message for a property that could not be saved depends on the status', () => {
  const why = (error: unknown) => propertyNotSaved('create', error)
  expect(why(refused(403, 'Your plan…'))).toBe(
    "Failed to create property: You've reached your property limit for your current plan. Please upgrade to add more properties.",
  )
  expect(why(refused(401, 'Who?'))).toBe('Failed to create property: Your session expired. Please log in again.')
  expect(why(refused(400, 'Bad'))).toBe(
    'Failed to create property: Invalid property data. Please check all required fields.',
  )
  expect(why(refused(409, 'It is taken.'))).toBe('Failed to create property: 409: It is taken.')
  expect(propertyNotSaved('create', refused(0, 'Keyhold could not be reached.'))).toBe(
    'Failed to create property: Keyhold could not be reached.',
  )
  expect(propertyNotSaved('update', new Error('odd'))).toBe('Failed to update property: odd')
})

test('the message for an invitation says whether its text was sent', () => {
  expect([invitationSent('sent'), invitationSent('failed'), invitationSent(null), invitationSent(undefined)]).toEqual([
    'SMS invitation sent successfully!',
    'Invitation created but SMS failed to send. Check your SMS settings.',
    'Invitation created successfully!',
    'Invitation created successfully!',
  ])
})

test('the limit is named, and the greeting works without a name', () => {
  expect(propertyLimitReached(5).description).toBe(
    "You've reached the maximum of 5 properties for your current plan. Upgrade to add more properties.",
  )
  expect([loginSuccessful('Maya').description, loginSuccessful('').description]).toEqual([
    'Welcome back, Maya',
    'Welcome back, User',
  ])
})
