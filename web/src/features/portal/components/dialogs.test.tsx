import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { button, field, fill, show } from '~/testing/render.tsx'
import { sampleRecords } from '../preview/sample.ts'
import NewRequestDialog from './new-request-dialog.tsx'
import ReportPaymentDialog from './report-payment-dialog.tsx'

const server = useFakeServer()
const { stats } = sampleRecords()
const nothing = () => {}

test('what the words say otherwise is suggested while they are typed, and taken over with one tap', async () => {
  server.answer({ 'POST /api/tenant/maintenance-requests': { id: 'made' } })
  const { user } = show(<NewRequestDialog on="portal" onClose={nothing} />)
  await fill(user, { Title: 'Gas smell', Description: 'In the kitchen since noon.' })
  expect(await screen.findByText('Suggested: Emergency, plumbing')).toBeTruthy()
  expect(screen.getByText(/By your words “gas smell”/)).toBeTruthy()
  await user.click(button('Use this'))
  await waitFor(() => expect(screen.queryByText(/^Suggested/)).toBeNull())
  await user.click(button('Submit Request'))
  await waitFor(() =>
    expect(server.sent.at(-1)?.body).toMatchObject({ category: 'plumbing', priority: 'emergency', title: 'Gas smell' }),
  )
})

test('a screen suggests only the categories that it offers, by its own names', async () => {
  const { user } = show(<NewRequestDialog on="screen" onClose={nothing} />)
  await fill(user, { Title: 'The fridge is warm' })
  expect(await screen.findByText(/^Suggested: .*appliance$/i)).toBeTruthy()
  await fill(user, { Title: 'A floor tile is loose' })
  await waitFor(() => expect(screen.queryByText(/^Suggested/)).toBeNull())
})

test('a payment of more than is owed is warned about and asked before it is sent; what is owed is not', async () => {
  server.answer({ 'POST /api/tenant/payments': { id: 'made' } })
  const owing = { ...stats, balance: 1850, awaitingConfirmation: 0 }
  const { user } = show(<ReportPaymentDialog stats={owing} onClose={nothing} />)
  await user.click(button('Submit Payment'))
  await waitFor(() => expect(server.sent.map(({ body }) => body)).toMatchObject([{ amount: 1850 }]))
  await fill(user, { Amount: '1860' })
  expect(await screen.findByText('$10.00 more than you owe')).toBeTruthy()
  await user.click(button('Submit Payment'))
  await screen.findByText('Report $1,860.00 anyway?')
  expect(server.sent).toHaveLength(1)
  await user.click(button('Report it'))
  await waitFor(() => expect(server.sent.at(-1)?.body).toMatchObject({ amount: 1860 }))
})

test('where everything is reported already, nothing is filled in and the dialog says so', async () => {
  const next = { id: stats.nextPayment?.id ?? '', amount: 1850, dueDate: '2026-01-01' }
  show(
    <ReportPaymentDialog
      stats={{ ...stats, balance: 1850, awaitingConfirmation: 1850, nextPayment: next }}
      onClose={nothing}
    />,
  )
  expect(await screen.findByText('$1,850.00 is already awaiting confirmation')).toBeTruthy()
  expect(field(/^Amount/)).toHaveProperty('value', '')
})
