import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { today } from '~/lib/format.ts'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aBankAccount, aReceipt, aTenancy, aTenant, id } from '~/testing/records.ts'
import { button, choose, field, fill, show } from '~/testing/render.tsx'
import { RecordDialog } from './record-dialog.tsx'

const server = useFakeServer()

const ann = aTenant({ coTenants: [{ tenantId: id(11), name: 'Ben Booth' }] })
const path = `/api/tenants/${ann.id}/allocation`

const open = { description: null, amount: 0 }
const rent = { ...open, paymentId: id(40), paymentType: 'rent', dueDate: '2026-02-01', open: 1200 }
const fee = { ...open, paymentId: id(41), paymentType: 'late_fee', description: 'Late fee', dueDate: today(), open: 30 }
const next = { ...open, paymentId: id(42), paymentType: 'rent', dueDate: '2199-01-01', open: 1200 }

async function record(allocations: unknown[] = [rent, fee, next]) {
  server.answer({
    'GET /api/tenants': [ann],
    'GET /api/payments': [],
    [`GET ${path}`]: { allocations, credit: 0 },
    'POST /api/receipts': aReceipt(),
  })
  const onClose = vi.fn()
  const shown = show(<RecordDialog tenantId={ann.id} onClose={onClose} />)
  await screen.findByLabelText('Amount received')
  return { ...shown, onClose }
}

test('starts with what is due filled in, and sends what it pays, without the day if it is today', async () => {
  const { user, toast, onClose } = await record()
  expect(field('Amount received')).toHaveProperty('value', '1230')
  await user.click(button('Record Payment'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent).toMatchObject([
    {
      method: 'POST',
      path: '/api/receipts',
      body: {
        tenantId: ann.id,
        amount: 1230,
        paymentMethod: 'check',
        allocations: [
          { paymentId: id(40), amount: 1200 },
          { paymentId: id(41), amount: 30 },
        ],
      },
    },
  ])
  expect(server.sent[0]!.body).not.toHaveProperty('receivedOn')
  expect(toast()?.description).toBe(
    '$1,250.00 applied to Rent, February 2026: $1,200.00, Late fee: $30.00, and credit: $20.00.',
  )
})

test('an amount is spread in the order of the charges, and the rest is said to be credit', async () => {
  const { user, onClose } = await record([rent, fee])
  await fill(user, { 'Amount received': '1300', 'Reference (optional)': '1042', 'Received on': '2026-02-03' })
  await choose(user, 'Method', 'ACH')
  await choose(user, 'Received from', 'Ben Booth')
  expect(screen.getByText(/^\$70\.00 is left over\. It becomes tenant credit/)).toBeTruthy()
  await user.click(button('Record Payment'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent[0]!.body).toMatchObject({
    amount: 1300,
    confirmationNumber: '1042',
    receivedOn: '2026-02-03',
    paymentMethod: 'ach',
    payerId: id(11),
    allocations: [{ amount: 1200 }, { amount: 30 }],
  })
})

test('money may come from who left the shared account', async () => {
  const member = { tenantId: id(12), firstName: 'Cy', lastName: 'Cole', joinedOn: null, leftOn: '2026-01-15' }
  const elsewhere = { ...member, tenantId: id(13), lastName: 'Dent' }
  const { tenants } = aTenancy()
  server.answer({
    'GET /api/tenancies': [
      aTenancy({ tenants: [...tenants, member] }),
      aTenancy({ id: id(31), accountId: id(13), tenants: [...tenants, elsewhere] }),
    ],
  })
  const { user, onClose } = await record([rent])
  const names = ['Ann Archer', 'Ben Booth', 'Cy Cole (left Jan 15, 2026)']
  await waitFor(() =>
    expect(
      screen
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
        .slice(-3),
    ).toEqual(names),
  )
  await choose(user, 'Received from', names[2]!)
  await user.click(button('Record Payment'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent[0]!.body).toMatchObject({ payerId: id(12) })
})

test('the parts can be changed: the amount follows them until it is typed, and more than it is refused', async () => {
  const { user } = await record()
  await user.click(screen.getByRole('checkbox', { name: /^Pay Late fee/ }))
  expect(field('Amount received')).toHaveProperty('value', '1200')
  await fill(user, { 'Amount received': '1000' })
  expect(screen.getByText('The charges add up to $200.00 more than was received.')).toBeTruthy()
  expect(button('Record Payment')).toHaveProperty('disabled', true)
  const part = field(/^Rent, February 2026/)
  await user.clear(part)
  await user.type(part, '1300')
  expect(screen.getByText('More than the open amount')).toBeTruthy()
  await user.clear(part)
  await user.type(part, '900')
  expect(button('Record Payment')).toHaveProperty('disabled', false)
})

test('nothing due: the next charge is what it is for; another charge opens the form for it, and back', async () => {
  const { user } = await record([next])
  expect(field('Amount received')).toHaveProperty('value', '1200')
  await user.click(button('Another charge'))
  expect(await screen.findByLabelText('Due date')).toBeTruthy()
  expect(field('Amount')).toHaveProperty('value', '')
  await user.click(button('Back to open charges'))
  expect(await screen.findByLabelText('Amount received')).toBeTruthy()
})

test('without a tenant it asks for nothing but the tenant, and then offers what is open', async () => {
  server.answer({ 'GET /api/tenants': [ann], [`GET ${path}`]: { allocations: [rent], credit: 0 } })
  const { user } = show(<RecordDialog onClose={vi.fn()} />)
  await screen.findByText('Their open charges appear here once you choose who paid.')
  expect(screen.queryByLabelText('Due date')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Record Payment' })).toBeNull()
  await choose(user, 'Tenant', /Ann Archer/)
  expect(await screen.findByLabelText('Amount received')).toHaveProperty('value', '1200')
})

test('a day that was emptied is asked for, not taken as today', async () => {
  const { user } = await record()
  await fill(user, { 'Received on': '' })
  await user.click(button('Record Payment'))
  expect(await screen.findByText('Received on is required')).toBeTruthy()
  expect(server.sent).toEqual([])
})

test('a refusal is shown, and the dialog stays open', async () => {
  const { user, toast, onClose } = await record()
  server.answer({ 'POST /api/receipts': refusal(409, 'One of the charges is already paid.') })
  await user.click(button('Record Payment'))
  await waitFor(() =>
    expect(toast()).toMatchObject({
      title: 'Failed to create payment record',
      description: 'One of the charges is already paid.',
    }),
  )
  expect(onClose).not.toHaveBeenCalled()
})

test('asks for the account only where there are several, with the default chosen', async () => {
  const trust = aBankAccount({ id: id(2), name: 'Deposit trust', lastFour: '0042', isDefault: false })
  const old = aBankAccount({ id: id(3), name: 'Old', isDefault: false, archivedAt: '2026-01-01T10:00:00.000Z' })
  server.answer({ 'GET /api/bank-accounts': [aBankAccount(), trust, old] })
  const { user, onClose } = await record()
  expect((await screen.findByRole('combobox', { name: 'Deposited into' })).textContent).toBe('Operating account')
  await choose(user, 'Deposited into', 'Deposit trust ··0042')
  await user.click(button('Record Payment'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent[0]!.body).toMatchObject({ bankAccountId: trust.id })
})

test('does not ask for the account where there is one', async () => {
  server.answer({ 'GET /api/bank-accounts': [aBankAccount()] })
  const { user, onClose } = await record()
  await user.click(button('Record Payment'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(screen.queryByRole('combobox', { name: 'Deposited into' })).toBeNull()
  expect(server.sent[0]!.body).not.toHaveProperty('bankAccountId')
})
