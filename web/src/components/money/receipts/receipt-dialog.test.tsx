import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aReceipt, aTenant, id } from '~/testing/records.ts'
import { button, field, fill, show } from '~/testing/render.tsx'
import { ReceiptDialog } from './receipt-dialog.tsx'

const server = useFakeServer()
const receipt = aReceipt()
const path = `/api/receipts/${receipt.id}`

async function open(shown = receipt) {
  server.answer({
    [`GET ${path}`]: shown,
    [`GET /api/tenants/${id(10)}`]: aTenant(),
    [`GET /api/tenants/${id(10)}/allocation`]: {
      allocations: [
        { paymentId: id(42), paymentType: 'rent', description: null, dueDate: '2026-03-01', amount: 0, open: 900 },
        { paymentId: id(40), paymentType: 'rent', description: null, dueDate: '2026-02-01', amount: 0, open: 50 },
      ],
      credit: 0,
    },
  })
  const onClose = vi.fn()
  const result = show(<ReceiptDialog id={receipt.id} onClose={onClose} />)
  await screen.findByText('$1,250.00')
  return { ...result, onClose }
}

test('shows who paid, how, when, how much and all that it paid', async () => {
  await open()
  for (const text of ['Ann Archer', 'Check', '1042', 'Feb 2, 2026', 'Recorded'])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0)
  const paid = within(screen.getByRole('region', { name: 'Applied to' }))
  expect(paid.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Rent, February 2026 due Feb 1, 2026$1,200.00',
    'Late fee due Feb 6, 2026$30.00',
    'Credit toward future charges$20.00',
  ])
})

test('returned by the bank: names the whole amount and every charge that reopens, and asks for the day and the reason', async () => {
  const { user, toast } = await open()
  server.answer({ [`POST ${path}/reverse`]: aReceipt({ status: 'returned' }) })
  await user.click(button('Returned by the bank…'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Returned by the bank?' }))
  expect(dialog.getByText('$1,250.00')).toBeTruthy()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Rent, February 2026 due Feb 1, 2026$1,200.00',
    'Late fee due Feb 6, 2026$30.00',
  ])
  expect(dialog.getByText('$20.00 of credit is removed.')).toBeTruthy()
  await user.click(button('Reverse $1,250.00'))
  expect(await screen.findByText('Say why')).toBeTruthy()
  expect(server.sent).toEqual([])
  await fill(user, { 'Returned on': '2026-02-05', Reason: 'No funds' })
  await user.click(button('Reverse $1,250.00'))
  await waitFor(() => expect(toast()?.title).toBe('Payment reversed'))
  expect(server.sent).toMatchObject([
    { path: `${path}/reverse`, body: { kind: 'returned', on: '2026-02-05', reason: 'No funds' } },
  ])
})

test('entered by mistake asks for no day; a refusal leaves the dialog open', async () => {
  const { user, toast } = await open()
  server.answer({ [`POST ${path}/reverse`]: refusal(409, 'This payment was already reversed.') })
  await user.click(button('Entered by mistake…'))
  await fill(user, { Reason: 'Twice' })
  expect(screen.queryByLabelText('Returned on')).toBeNull()
  await user.click(button('Reverse $1,250.00'))
  await waitFor(() => expect(toast()?.description).toBe('This payment was already reversed.'))
  expect(server.sent[0]!.body).toEqual({ kind: 'mistake', reason: 'Twice' })
  expect(screen.getByRole('dialog', { name: 'Entered by mistake?' })).toBeTruthy()
})

test('moved: what it pays can be changed within its amount, and its own parts are free again', async () => {
  const { user, toast } = await open()
  server.answer({ [`PUT ${path}/allocations`]: aReceipt({ unallocated: 50 }) })
  await user.click(button('Move…'))
  expect(await screen.findByText('$1,250.00 open · due Feb 1, 2026')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: /^Pay Late fee/ }))
  await user.click(button('Move'))
  await waitFor(() => expect(toast()?.title).toBe('Payment moved'))
  expect(server.sent).toMatchObject([
    { path: `${path}/allocations`, body: { allocations: [{ paymentId: id(40), amount: 1200 }] } },
  ])
})

test('corrected: the form holds what was entered, and the receipt that replaces it is shown', async () => {
  const { user, toast } = await open()
  const made = aReceipt({ id: id(51), amount: 1240, replacesId: receipt.id })
  server.answer({ [`PUT ${path}`]: made, [`GET /api/receipts/${made.id}`]: made })
  await user.click(button('Correct…'))
  expect(await screen.findByLabelText('Reference (optional)')).toHaveProperty('value', '1042')
  expect(field('Received on')).toHaveProperty('value', '2026-02-02')
  await fill(user, { 'Amount received': '1240' })
  await user.click(button('Save correction'))
  await waitFor(() => expect(toast()?.title).toBe('Payment corrected'))
  expect(server.sent[0]).toMatchObject({ method: 'PUT', path, body: { amount: 1240, receivedOn: '2026-02-02' } })
  expect(await screen.findByText('It corrects an earlier entry.')).toBeTruthy()
})

test('is sent to the tenant in one click', async () => {
  const { user, toast } = await open()
  server.answer({ [`POST ${path}/send`]: { to: 'ann@example.com' } })
  await user.click(button('Send to tenant'))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Receipt sent', description: 'To ann@example.com.' }))
})

test('one that was taken back says so and offers nothing more', async () => {
  await open(aReceipt({ status: 'returned', reversedOn: '2026-02-05', reversalReason: 'No funds', allocations: [] }))
  expect(screen.getByText('Returned by the bank on Feb 5, 2026')).toBeTruthy()
  for (const name of ['Correct…', 'Move…', 'Returned by the bank…', 'Entered by mistake…'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
