import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aPayment, aReceipt, id } from '~/testing/records.ts'
import { button, fill, show } from '~/testing/render.tsx'
import { PaymentDetails } from './payment-details.tsx'

const server = useFakeServer()
const payment = aPayment({ amountPaid: 1200 - 150, balance: 150, status: 'partial', isOverdue: true })

const event = {
  id: id(70),
  kind: 'charged',
  on: '2026-02-01',
  belongsOn: null,
  recordedAt: '2026-01-05T10:00:00.000Z',
  recordedBy: null,
  recordedByName: null,
  amount: 1200,
  before: 0,
  receiptId: null,
  reason: null as string | null,
}
const changed = {
  ...event,
  id: id(71),
  kind: 'changed',
  amount: -50,
  before: 1200,
  recordedBy: id(1),
  recordedByName: 'Lee Landlord',
  reason: 'Agreed',
}

async function open(history = [event, changed]) {
  const receipt = aReceipt()
  server.answer({
    [`GET /api/payments/${payment.id}`]: payment,
    [`GET /api/payments/${payment.id}/history`]: history,
    'GET /api/receipts': [receipt],
    [`GET /api/receipts/${receipt.id}`]: receipt,
  })
  const shown = show(<PaymentDetails id={payment.id} onClose={vi.fn()} />)
  await screen.findByText('Charged')
  return shown
}

test('says who changed it, when, why, and what it was before', async () => {
  await open()
  const lines = within(screen.getByRole('region', { name: 'History' })).getAllByRole('listitem')
  expect(lines[0]!.textContent).toMatch(/^Charged\$0\.00 → \$1,200\.00 openFeb 1, 2026 · by Keyhold, Jan 5, 2026/)
  expect(lines[1]!.textContent).toMatch(/^Changed\$1,200\.00 → \$1,150\.00 openAgreedFeb 1, 2026 · by Lee Landlord/)
})

test('says which user changed the terms of the lease, and what about them', async () => {
  const reason = 'Rent changed from $1,200.00 to $1,150.00 from Feb 1, 2026.'
  await open([
    { ...event, reason: 'Posted as it comes due.' },
    { ...changed, reason },
  ])
  const lines = within(screen.getByRole('region', { name: 'History' })).getAllByRole('listitem')
  expect(lines[0]!.textContent).toContain('Posted as it comes due.Feb 1, 2026 · by Keyhold, Jan 5, 2026')
  expect(lines[1]!.textContent).toContain(`${reason}Feb 1, 2026 · by Lee Landlord, Jan 5, 2026`)
})

test('what was received on it leads to the receipt', async () => {
  const { user } = await open()
  await user.click(button(/^Check 1042/))
  expect(await screen.findByRole('dialog', { name: 'Payment received' })).toBeTruthy()
})

test('what is open can be written off, with a reason', async () => {
  const { user, toast } = await open()
  server.answer({ [`POST /api/payments/${payment.id}/write-off`]: aReceipt({ kind: 'write_off', amount: 150 }) })
  await user.click(button('Write off…'))
  await user.click(button('Write off'))
  expect(await screen.findByText('Say why')).toBeTruthy()
  await fill(user, { Reason: 'Left without an address' })
  await user.click(button('Write off'))
  await waitFor(() => expect(toast()?.description).toBe('$150.00 is no longer owed by Ann Archer.'))
  expect(server.sent).toMatchObject([{ body: { amount: 150, reason: 'Left without an address' } }])
})
