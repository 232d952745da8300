import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aPayment, aReceipt, aReport, id } from '~/testing/records.ts'
import { button, field, fill, show } from '~/testing/render.tsx'
import { VerifyDialog } from './verify-dialog.tsx'

const server = useFakeServer()

function open(payment = aPayment(), method: 'manual' | 'detailed' = 'manual') {
  const onClose = vi.fn()
  return { ...show(<VerifyDialog payment={payment} method={method} onClose={onClose} />), onClose }
}
const path = `/api/payments/${aPayment().id}/verify`

test('without a report the whole balance is offered, and sent without an amount', async () => {
  server.answer({ [`POST ${path}`]: aPayment({ status: 'paid', amountPaid: 1200, balance: 0 }) })
  const { user, toast, onClose } = open()
  expect(field('Amount received')).toHaveProperty('value', '1200')
  await user.click(button('Verify'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent).toMatchObject([{ path, body: { verificationMethod: 'manual', expected: 0 } }])
  expect(server.sent[0]!.body).not.toHaveProperty('amountPaid')
  expect(server.sent[0]!.body).not.toHaveProperty('paidDate')
  expect(toast()?.description).toBe('$1,200.00 from Ann Archer has been recorded.')
})

test('a partial amount is sent with the day it was received, and the open balance is shown', async () => {
  server.answer({ [`POST ${path}`]: aPayment({ status: 'partial', amountPaid: 500, balance: 700 }) })
  const { user, toast, onClose } = open()
  await fill(user, { 'Amount received': '500', 'Received on': '2026-02-03' })
  await user.click(button('Verify'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent[0]!.body).toMatchObject({ amountPaid: 500, paidDate: '2026-02-03' })
  expect(toast()?.description).toBe('$700.00 is still open.')
})

test('where the rest goes is said when more came in than is open', async () => {
  const parts = aReceipt().allocations
  const before = aReceipt({ id: id(51), recordedAt: '2026-01-02T10:00:00.000Z', receivedOn: '2026-02-09' })
  const made = aReceipt({ amount: 1300, allocations: parts, unallocated: 70 })
  server.answer({
    [`POST ${path}`]: aPayment({ status: 'paid', amountPaid: 1200, balance: 0 }),
    'GET /api/receipts': [before, made],
  })
  const { user, toast, onClose } = open()
  await fill(user, { 'Amount received': '1300' })
  await user.click(button('Verify'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(toast()?.description).toBe(
    '$1,300.00 applied to Rent, February 2026: $1,200.00, Late fee: $30.00, and credit: $70.00.',
  )
})

test('a report of more than is open says so before, and where it went after', async () => {
  server.answer({
    [`POST ${path}`]: aPayment({ status: 'paid', amountPaid: 1200, balance: 0 }),
    'GET /api/receipts': [aReceipt({ amount: 1250 }), aReceipt({ id: id(52), recordedAt: '2026-03-02T10:00:00.000Z' })],
  })
  const { user, toast, onClose } = open(aPayment({ reported: [aReport(1250)] }))
  screen.getByText(
    'Confirming marks this payment as paid. The remaining $50.00 goes to other open charges, oldest first. Anything left over stays as credit.',
  )
  await user.click(button('Verify'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(toast()?.description).toBe(
    '$1,250.00 applied to Rent, February 2026: $1,200.00, Late fee: $30.00, and credit: $20.00.',
  )
})

test('a verified payment always sends the amount', async () => {
  server.answer({ [`POST ${path}`]: aPayment() })
  const { user, onClose } = open(aPayment({ verificationStatus: 'verified', amountPaid: 500, balance: 700 }))
  await user.click(button('Verify'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent[0]!.body).toMatchObject({ amountPaid: 700 })
})

test('reports are confirmed for the sum that was shown, without asking for an amount', async () => {
  server.answer({ [`POST ${path}`]: aPayment({ status: 'partial', balance: 899.7 }) })
  const { user, onClose } = open(aPayment({ reported: [aReport(100.1, 50), aReport(200.2, 51)] }))
  expect(screen.queryByLabelText('Amount received')).toBeNull()
  expect(screen.getByText('Confirming records $300.30; $899.70 stays open.')).toBeTruthy()
  await user.click(button('Verify'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent[0]!.body).toMatchObject({ expected: 300.3 })
})

test('the day, method and reference of one report can be corrected, and only what differs is sent', async () => {
  server.answer({ [`POST ${path}`]: aPayment() })
  const { user, onClose } = open(aPayment({ reported: [aReport(100)] }))
  expect(field('Received on')).toHaveProperty('value', '2026-02-01')
  await fill(user, { 'Received on': '2026-01-31', 'Reference (optional)': 'T-9' })
  await user.click(button('Verify'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent[0]!.body).toEqual({
    verificationMethod: 'manual',
    verificationNotes: null,
    paidDate: '2026-01-31',
    confirmationNumber: 'T-9',
    expected: 100,
  })
})

test('only detailed verification asks for notes', async () => {
  server.answer({ [`POST ${path}`]: aPayment() })
  const { user, onClose } = open(aPayment(), 'detailed')
  await fill(user, { 'Verification notes (optional)': 'Bank line of 3 February' })
  await user.click(button('Verify with details'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent[0]!.body).toMatchObject({
    verificationMethod: 'detailed',
    verificationNotes: 'Bank line of 3 February',
  })
})

test('a refusal is shown, and the dialog stays open', async () => {
  server.answer({ [`POST ${path}`]: refusal(409, 'Another report has come in.') })
  const { user, toast, onClose } = open()
  expect(screen.queryByLabelText(/Verification notes/)).toBeNull()
  await user.click(button('Verify'))
  await waitFor(() => expect(toast()?.title).toBe('Failed to verify payment'))
  expect(toast()?.description).toBe('Another report has come in.')
  expect(onClose).not.toHaveBeenCalled()
})
