import type { RentersInsurance } from '@keyhold/contracts/tenancy/insurance'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aUser, id } from '~/testing/records.ts'
import { button, fill, show } from '~/testing/render.tsx'
import { InsuranceCard } from './insurance-card.tsx'

const server = useFakeServer()
const none: RentersInsurance = {
  policy: null,
  status: 'missing',
  daysLeft: null,
  isRequired: true,
  minimumCoverage: 100_000,
}
const policy = {
  insurer: 'Acme',
  policyNumber: 'R-1',
  coverage: 100_000,
  effectiveDate: '2026-01-01',
  expiryDate: '2026-12-31',
}
const open = () => show(<InsuranceCard />, { as: aUser({ userType: 'tenant' }) })

test('the proof is uploaded once, also when saving the policy has to be repeated', async () => {
  server.answer({
    'GET /api/tenant/insurance': none,
    'POST /api/tenant/documents': { id: id(80) },
    'PUT /api/tenant/insurance': refusal(503, 'Down'),
  })
  const { user, toast } = open()
  expect(await screen.findByText(/required, with a coverage of at least \$100,000/)).toBeTruthy()
  await fill(user, { Insurer: 'Acme', 'Policy Number': 'R-1', Coverage: '100000' })
  await fill(user, { 'Effective Date': '2026-01-01', 'Expiry Date': '2026-12-31' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['%PDF'], 'policy.pdf'))
  expect(screen.getByText(/policy\.pdf will be uploaded/)).toBeTruthy()
  await user.click(button('Save insurance'))
  await waitFor(() => expect(toast()?.title).toBe('Failed to save the insurance'))
  server.answer({ 'PUT /api/tenant/insurance': { ...none, status: 'active' } })
  await user.click(button('Save insurance'))
  await waitFor(() => expect(toast()?.title).toBe('Renters insurance saved'))
  expect(server.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/tenant/documents',
    'PUT /api/tenant/insurance',
    'PUT /api/tenant/insurance',
  ])
  expect(server.sent.slice(1).map(({ body }) => body)).toEqual([
    { ...policy, documentId: id(80) },
    { ...policy, documentId: id(80) },
  ])
})

test('a policy that ends soon is marked, and an account without a home shows no card', async () => {
  server.answer({
    'GET /api/tenant/insurance': {
      ...none,
      policy: { ...policy, documentId: null, updatedAt: '2026-01-01T00:00:00.000Z' },
      status: 'expiring',
      daysLeft: 12,
    },
  })
  open()
  expect(await screen.findByText('Expiring soon')).toBeTruthy()
  expect(screen.getByText('The policy ends in 12 days.')).toBeTruthy()
})
