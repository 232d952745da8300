import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aUser } from '~/testing/records.ts'
import { button, field, show } from '~/testing/render.tsx'
import { PersonalDetailsCard } from './personal-details-card.tsx'

const server = useFakeServer()
const details = {
  phone: null,
  dateOfBirth: null,
  emergencyContactName: 'Eve',
  emergencyContactPhone: null,
  employerName: null,
  monthlyIncome: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const open = () => show(<PersonalDetailsCard />, { as: aUser({ userType: 'tenant' }) })

test('what a tenant enters is saved, and a refused field shows why', async () => {
  server.answer({
    'GET /api/tenant/personal-details': details,
    'PUT /api/tenant/personal-details': { ...details, phone: '+1 555 010 0123' },
  })
  const { user, toast } = open()
  await screen.findByDisplayValue('Eve')
  await user.type(field(/^Phone/), 'abc')
  await user.click(button('Update Profile'))
  expect(await screen.findByText('Enter a valid phone number')).toBeTruthy()
  await user.clear(field(/^Phone/))
  await user.type(field(/^Phone/), '+1 555 010 0123')
  await user.clear(field(/^Emergency Contact Name/))
  await user.click(button('Update Profile'))
  await waitFor(() => expect(toast()?.title).toBe('Profile updated'))
  expect(server.sent[0]?.body).toMatchObject({ phone: '+1 555 010 0123', emergencyContactName: null })
  expect((field(/^Phone/) as HTMLInputElement).value).toBe('+1 555 010 0123')
})

test('an account without a home has no such card', async () => {
  server.answer({ 'GET /api/tenant/personal-details': refusal(409, 'Not linked', { code: 'not-linked' }) })
  open()
  await waitFor(() => expect(screen.queryByText('Personal Details')).toBeNull())
})
