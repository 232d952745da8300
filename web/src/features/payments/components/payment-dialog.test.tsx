import type { Payment } from '@keyhold/contracts/payments/payments'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal, type Sent, useFakeServer } from '~/testing/fake-server.ts'
import { aPayment, aTenant, id } from '~/testing/records.ts'
import { button, choose, field, fill, show } from '~/testing/render.tsx'
import { EditDialog } from './payment-dialog.tsx'
import { RecordDialog } from './record-dialog.tsx'

const server = useFakeServer()

const ann = aTenant()

async function open({ payment }: { payment?: Payment } = {}) {
  // Nothing is open, so that the form asks for a charge.
  server.answer({
    'GET /api/tenants': [ann],
    'GET /api/payments': [],
    [`GET /api/tenants/${ann.id}/allocation`]: { allocations: [], credit: 0 },
  })
  const onClose = vi.fn()
  const shown = show(
    payment ? <EditDialog payment={payment} onClose={onClose} /> : <RecordDialog tenantId={ann.id} onClose={onClose} />,
  )
  if (!payment) await screen.findByText('Monthly rent: $1,200.00')
  return { ...shown, onClose }
}

test("an unpaid charge is recorded at the tenant's property, without an amount received", async () => {
  server.answer({ 'POST /api/payments': aPayment() })
  const { user, toast, onClose } = await open()
  expect(screen.queryByLabelText(/Received on/)).toBeNull()
  await fill(user, { Amount: '950.50', 'Due date': '2026-03-01' })
  await user.click(button('Add charge'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent).toMatchObject([
    {
      method: 'POST',
      path: '/api/payments',
      body: { tenantId: ann.id, propertyId: ann.propertyId, amount: 950.5, dueDate: '2026-03-01', status: 'pending' },
    },
  ])
  expect(server.sent[0]!.body).not.toHaveProperty('amountPaid')
  expect(toast()?.title).toBe('Charge added')
})

test('a partial payment asks for the amount and the day, and sends both', async () => {
  server.answer({ 'POST /api/payments': aPayment() })
  const { user, onClose } = await open()
  await choose(user, 'Status', 'Received in part')
  await fill(user, { Amount: '1200', 'Amount received': '400' })
  await fill(user, { 'Received on': '' })
  await user.click(button('Record Payment'))
  expect(await screen.findByText('Received on is required')).toBeTruthy()
  expect(server.sent).toEqual([])
  await fill(user, { 'Received on': '2026-02-03' })
  await user.click(button('Record Payment'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent[0]!.body).toMatchObject({ status: 'partial', amountPaid: 400, paidDate: '2026-02-03' })
})

test('a missing value is reported on its field, and nothing is sent', async () => {
  const { user, onClose } = await open()
  await user.click(button('Add charge'))
  expect(await screen.findByText('Amount is required')).toBeTruthy()
  await fill(user, { 'Due date': '' })
  expect(await screen.findByText('Due date is required')).toBeTruthy()
  expect(server.sent).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
})

test('an edit changes only the charge, not its tenant or what was received', async () => {
  const payment = aPayment({ notes: 'By check' })
  server.answer({ [`PUT /api/payments/${payment.id}`]: payment })
  const { user, onClose } = await open({ payment })
  expect(screen.queryByLabelText('Tenant')).toBeNull()
  expect(screen.queryByLabelText('Status')).toBeNull()
  await fill(user, { Amount: '1300' })
  await user.click(button('Save changes'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const [change] = server.sent
  expect(change).toMatchObject({ method: 'PUT', body: { amount: 1300, notes: 'By check', propertyId: id(20) } })
  for (const name of ['status', 'amountPaid', 'paidDate', 'tenantId']) expect(change!.body).not.toHaveProperty(name)
})

test('a server error is shown on the field it names, else as a message', async () => {
  server.answer({
    'POST /api/payments': refusal(400, 'Check the form.', { issues: [{ path: 'amount', message: 'Too much' }] }),
  })
  const { user, toast, onClose } = await open()
  await fill(user, { Amount: '9999999' })
  await user.click(button('Add charge'))
  expect(await screen.findByText('Too much')).toBeTruthy()
  expect(field('Amount').getAttribute('aria-invalid')).toBe('true')
  expect(toast()).toBeNull()

  server.answer({ 'POST /api/payments': refusal(409, 'This tenant was archived.') })
  await user.click(button('Add charge'))
  await waitFor(() =>
    expect(toast()).toMatchObject({
      title: 'Failed to create payment record',
      description: 'This tenant was archived.',
    }),
  )
  expect(onClose).not.toHaveBeenCalled()
})

test('a second rent of a month is asked about, and not made unless it is wanted', async () => {
  server.answer({ 'POST /api/payments': aPayment() })
  const { user, onClose } = await open()
  const first = aPayment({ balance: 200, amountPaid: 1000, status: 'partial' })
  server.answer({
    'GET /api/payments': ({ query }: Sent) => (query.from === '2026-02-01' && query.to === '2026-02-28' ? [first] : []),
  })
  await fill(user, { Amount: '1200', 'Due date': '2026-02-23' })
  expect(await screen.findByText('Already charged: Rent, February 2026, due Feb 1, 2026')).toBeTruthy()
  await user.click(button('Add charge'))
  expect(await screen.findByText('Charge a second rent?')).toBeTruthy()
  await user.click(button('Don’t charge'))
  await waitFor(() => expect(screen.queryByText('Charge a second rent?')).toBeNull())
  expect(server.sent).toEqual([])
  await user.click(button('Add charge'))
  await user.click(await screen.findByRole('button', { name: 'Charge another one' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent).toMatchObject([
    { method: 'POST', path: '/api/payments', body: { amount: 1200, isAdditional: true } },
  ])
})
