import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aProperty, aTenancy, aTenant, id } from '~/testing/records.ts'
import { button, choose, field, fill, show } from '~/testing/render.tsx'
import { TenantDialog, type TenantDialogProps } from './tenant-dialog.tsx'

const server = useFakeServer()
const loft = aProperty()
const rent = { from: '2026-03-15', to: '2026-03-31', dueDate: '2026-03-15', isPart: true }
const first = { ...rent, amount: 566.67, formula: '$1,000.00 × 17 ÷ 30 days = $566.67' }
const preview = {
  count: 12,
  past: null,
  first,
  last: { ...first, dueDate: '2027-02-01' },
  isShort: false,
  previous: null,
}

function open(props: Partial<TenantDialogProps> = {}, answers: Record<string, unknown> = {}) {
  server.answer({
    'GET /api/properties': [loft],
    [`GET /api/properties/${loft.id}/units`]: [],
    'GET /api/tenancies': [],
    'GET /api/rent-preview': preview,
    'POST /api/tenants': aTenant(),
    ...answers,
  })
  const onClose = vi.fn()
  return { ...show(<TenantDialog onClose={onClose} {...props} />), onClose }
}
type User = ReturnType<typeof open>['user']
const typeLease = async (user: User, more: Record<string, string> = {}) =>
  fill(user, {
    'First Name': 'Cleo',
    'Last Name': 'Cole',
    Email: 'cleo@example.com',
    'Monthly Rent (optional)': '1000',
    'Lease Start (optional)': '2026-03-15',
    ...more,
  })
const bodyOf = (path: string) => server.sent.find((call) => call.path === path)?.body

test('a lease that begins within a month shows what its first rent costs, and is saved with its method', async () => {
  const asked: unknown[] = []
  const answers = {
    'GET /api/rent-preview': ({ query }: { query: unknown }) => {
      asked.push(query)
      return preview
    },
  }
  const { user, onClose } = open({}, answers)
  await typeLease(user)
  await choose(user, 'Partial month', '30-day month')
  await fill(user, { 'Day rent is due (optional)': '1' })
  await screen.findByText(first.formula)
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      startDate: '2026-03-15',
      monthlyRent: '1000',
      dueDay: '1',
      proration: 'thirty',
    }),
  )
  await user.click(button('Add Tenant'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodyOf('/api/tenants')).toMatchObject({ dueDay: 1, proration: 'thirty', splitAfter: null })
})

test('a lease shorter than twelve months is not saved before it is said whether billing ends with it', async () => {
  const { user, onClose, toast } = open({}, { 'GET /api/rent-preview': { ...preview, count: 6, isShort: true } })
  await typeLease(user, { 'Lease End (optional)': '2026-09-14' })
  await screen.findByText('Does billing end with the lease?')
  await user.click(button('Add Tenant'))
  expect(await screen.findByText('Choose whether billing ends with the lease.')).toBeTruthy()
  expect(server.sent).toEqual([])
  await user.click(screen.getByRole('radio', { name: /Billing ends with the lease/ }))
  await user.click(button('Add Tenant'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodyOf('/api/tenants')).toMatchObject({ endsWithTerm: true })
  expect(toast()?.description).toBe('6 monthly payments created.')
})

test('a month shared with the previous tenants is completed if the landlord says so', async () => {
  const previous = { tenancyId: id(31), names: 'Pat Pike', lastDay: '2026-03-10' }
  const { user, onClose } = open({}, { 'GET /api/rent-preview': { ...preview, previous } })
  await typeLease(user)
  const box = await screen.findByLabelText(/Charge the rest of that month/)
  expect(screen.getByText(/Pat Pike pay until Mar 10, 2026/)).toBeTruthy()
  await user.click(box)
  await user.click(button('Add Tenant'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodyOf('/api/tenants')).toMatchObject({ splitAfter: '2026-03-10' })
})

test('rents that were due before today are announced with their sum, and left out if the landlord bills from a later day', async () => {
  const past = { count: 24, total: 24_000, billFrom: '2026-04-15' }
  const { user, onClose } = open({}, { 'GET /api/rent-preview': { ...preview, count: 24, past } })
  await typeLease(user, { 'Lease Start (optional)': '2024-03-15' })
  expect(
    await screen.findByText('24 rents due before today, $24,000.00 in total, will be charged as past due.'),
  ).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /Bill from Apr 15, 2026/ }))
  await user.click(button('Add Tenant'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodyOf('/api/tenants')).toMatchObject({ billFrom: '2026-04-15' })
})

function openEdit(catchUp: Record<string, unknown>) {
  const tenant = aTenant({ tenancyId: id(30), leaseStartDate: '2026-01-01', monthlyRent: 1200 })
  const path = `/api/tenancies/${id(30)}/rent-catch-up`
  const shown = open(
    { tenant },
    {
      [`GET /api/tenancies/${id(30)}`]: aTenancy(),
      [`PUT /api/tenants/${tenant.id}`]: tenant,
      [`GET ${path}`]: catchUp,
      [`POST ${path}`]: { ...catchUp, paymentIds: [id(41)] },
    },
  )
  return { ...shown, path, tenantPath: `/api/tenants/${tenant.id}` }
}

test('another rent asks from when, and charges the time before only when the landlord agrees', async () => {
  const line = { paymentId: id(40), charged: 1200, owed: 1300, difference: 100 }
  const { user, path, tenantPath } = openEdit({
    amount: 200,
    formula: '($1,300.00 − $1,200.00) × 2 = $200.00',
    dueDate: '2026-03-15',
    lines: [
      { ...line, from: '2026-02-01', to: '2026-02-28', dueDate: '2026-02-01', isPaidAhead: false },
      { ...line, from: '2026-06-01', to: '2026-06-30', dueDate: '2026-06-01', isPaidAhead: true },
    ],
  })
  expect(screen.queryByLabelText('New rent from')).toBeNull()
  await fill(user, { 'Monthly Rent (optional)': '1300' })
  // The next due date, unless another day is chosen.
  expect(field('New rent from')).toHaveProperty('value', expect.stringMatching(/-01$/))
  await user.clear(field('New rent from'))
  await user.type(field('New rent from'), '2026-02-01')
  await user.click(button('Save changes'))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain(
    'Rents for Feb 1, 2026 to Feb 28, 2026 have already been charged at the old rent. Rents for Jun 1, 2026 to Jun 30, 2026 have been paid ahead at the old rent. ' +
      '($1,300.00 − $1,200.00) × 2 = $200.00. You can charge the difference now, due Mar 15, 2026 and Jun 1, 2026.',
  )
  expect(bodyOf(tenantPath)).toMatchObject({ monthlyRent: 1300, rentFrom: '2026-02-01' })
  expect(bodyOf(path)).toBeUndefined()
  await user.click(within(question).getByRole('button', { name: 'Charge it' }))
  await waitFor(() => expect(bodyOf(path)).toEqual({ from: '2026-02-01', monthlyRent: 1300, amount: 200 }))
})

test('a rent that stays is saved without a question', async () => {
  const { user, onClose, tenantPath } = openEdit({ amount: 0, formula: '', dueDate: '2026-03-15', lines: [] })
  await fill(user, { 'First Name': 'Anna' })
  await user.click(button('Save changes'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(Object.keys(bodyOf(tenantPath) as object)).not.toContain('rentFrom')
})
