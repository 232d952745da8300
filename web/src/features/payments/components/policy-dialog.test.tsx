import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aPolicy, aProperty, aTenancy, id } from '~/testing/records.ts'
import { button, choose, field, fill, show } from '~/testing/render.tsx'
import { PolicyDialog } from './policy-dialog.tsx'

const server = useFakeServer()

async function open(policies = [aPolicy()]) {
  server.answer({
    'GET /api/late-fee-policies': policies,
    'GET /api/properties': [aProperty()],
    'GET /api/tenancies': [aTenancy()],
    'PUT /api/late-fee-policies': (sent: { body: unknown }) => sent.body,
  })
  const shown = show(<PolicyDialog onClose={vi.fn()} />)
  await screen.findByText(policies[0] ? 'All properties' : 'No policy yet. No late fees are proposed.')
  return shown
}

test('the first policy is for all properties, and starts with the default days of grace', async () => {
  const { user, toast } = await open([])
  await user.click(button('Add a policy'))
  expect(field('Days of grace')).toHaveProperty('value', '5')
  await user.click(button('Save policy'))
  await waitFor(() => expect(toast()?.title).toBe('Late-fee policy saved'))
  expect(server.sent).toMatchObject([
    {
      method: 'PUT',
      path: '/api/late-fee-policies',
      body: {
        scope: 'account',
        propertyId: null,
        tenancyId: null,
        isEnabled: true,
        kind: 'flat',
        amount: 50,
        cap: null,
      },
    },
  ])
})

test('a second policy is for one property, which has to be chosen', async () => {
  const { user, toast } = await open()
  await user.click(button('Add a policy'))
  await user.click(button('Save policy'))
  const property = screen.getByRole('combobox', { name: 'Property' })
  await waitFor(() => expect(property.getAttribute('aria-invalid')).toBe('true'))
  expect(server.sent).toEqual([])
  await choose(user, 'Property', 'Alder Loft')
  await user.click(button('Save policy'))
  await waitFor(() => expect(toast()?.title).toBe('Late-fee policy saved'))
  expect(server.sent[0]!.body).toMatchObject({ scope: 'property', propertyId: id(20), tenancyId: null })
})

test('a policy for a tenancy asks which one, by its tenants', async () => {
  const { user, toast } = await open()
  await user.click(button('Add a policy'))
  await choose(user, 'Applies to', 'One tenancy')
  expect(screen.queryByLabelText('Property')).toBeNull()
  await choose(user, 'Tenancy', 'Ann Archer · Alder Loft')
  await user.click(button('Save policy'))
  await waitFor(() => expect(toast()?.title).toBe('Late-fee policy saved'))
  expect(server.sent[0]!.body).toMatchObject({ scope: 'tenancy', propertyId: null, tenancyId: id(30) })
})

test('a fee in percent has its own field and bounds', async () => {
  const { user, toast } = await open()
  await user.click(button('Edit All properties'))
  expect(screen.queryByRole('combobox', { name: 'Applies to' })).toBeNull()
  await choose(user, 'Kind', 'Percent of the open balance')
  await fill(user, { Percent: '5', 'Maximum per rent (optional)': '100', 'Days of grace': '3' })
  await user.click(button('Save policy'))
  await waitFor(() => expect(toast()?.title).toBe('Late-fee policy saved'))
  expect(server.sent[0]!.body).toMatchObject({ kind: 'percent', amount: 5, cap: 100, graceDays: 3 })
})

test("a policy without late fees hides the fee's fields", async () => {
  const { user, toast } = await open()
  await user.click(button('Edit All properties'))
  await choose(user, 'Late fee', 'No late fee')
  expect(screen.queryByLabelText('Days of grace')).toBeNull()
  expect(screen.queryByLabelText('Amount')).toBeNull()
  await user.click(button('Save policy'))
  await waitFor(() => expect(toast()?.title).toBe('Late-fee policy saved'))
  expect(server.sent[0]!.body).toMatchObject({ isEnabled: false })
})

test('a large fee is saved only after it was confirmed', async () => {
  const { user, toast } = await open()
  const large = '12% is more than 10% of the open balance.'
  server.answer({
    'PUT /api/late-fee-policies': ({ body }: { body: { isConfirmed?: boolean } }) =>
      body.isConfirmed ? body : refusal(409, large, { code: 'confirmation-needed' }),
  })
  await user.click(button('Edit All properties'))
  await choose(user, 'Kind', 'Percent of the open balance')
  await fill(user, { Percent: '12' })
  await user.click(button('Save policy'))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain(large)
  expect(toast()).toBeNull()
  await user.click(within(question).getByRole('button', { name: 'Save it' }))
  await waitFor(() => expect(toast()?.title).toBe('Late-fee policy saved'))
  expect(server.sent.at(-1)!.body).toMatchObject({ amount: 12, isConfirmed: true })
})

test('a new policy is for rents to come unless it is for what is overdue as well; a returned payment can have a fee', async () => {
  const { user, toast } = await open([])
  await user.click(button('Add a policy'))
  expect(screen.getByLabelText(/For rents due from/)).toBeTruthy()
  await user.click(screen.getByLabelText(/Include rents that are already overdue/))
  expect(screen.queryByLabelText(/For rents due from/)).toBeNull()
  await fill(user, { 'Fee for a returned payment (optional)': '35' })
  await user.click(button('Save policy'))
  await waitFor(() => expect(toast()?.title).toBe('Late-fee policy saved'))
  expect(server.sent[0]!.body).toMatchObject({ includesOverdue: true, returnedPaymentFee: 35 })
})

test('deleting a policy asks first, with a description of the policy', async () => {
  const policy = aPolicy({ cap: 100, frequency: 'daily' })
  const { user, toast } = await open([policy])
  server.answer({ [`DELETE /api/late-fee-policies/${policy.id}`]: new Response(null, { status: 204 }) })
  await user.click(button('Delete All properties'))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('$50.00 for each late day, after 5 days of grace; at most $100.00 per rent.')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(server.sent).toEqual([])
  await user.click(button('Delete All properties'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toast()?.title).toBe('Late-fee policy deleted successfully'))
  expect(server.sent).toMatchObject([{ method: 'DELETE', path: `/api/late-fee-policies/${policy.id}` }])
})
