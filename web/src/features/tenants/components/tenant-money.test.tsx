import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aPayment, aTenant, summaryOf } from '~/testing/records.ts'
import { show } from '~/testing/render.tsx'
import { RecentPayments, TenantStats } from './tenant-money.tsx'

const server = useFakeServer()

test('a rent that is partly paid and late is due and overdue, not paid', async () => {
  const rent = aPayment({
    status: 'partial',
    isOverdue: true,
    amountPaid: 366.67,
    balance: 833.33,
    paidDate: '2026-02-03',
  })
  server.answer({ 'GET /api/payments': [rent] })
  show(<RecentPayments tenant={aTenant()} />)
  await screen.findByText('Due Feb 1, 2026 · $833.33 open')
  expect(screen.getByText('Overdue')).toBeTruthy()
  expect(screen.queryByText(/Paid/)).toBeNull()
})

test('the next payment is the earliest one that is not paid in full, due or not, with what is left of it', async () => {
  const asked: unknown[] = []
  server.answer({
    'GET /api/payments': ({ query }: { query: unknown }) => {
      asked.push(query)
      return [aPayment({ dueDate: '2030-02-01', balance: 700, status: 'partial' })]
    },
    'GET /api/payments/summary': summaryOf(),
  })
  show(<TenantStats tenant={aTenant()} />)
  await screen.findByText('$700')
  expect(screen.getByText(/^Due Feb 1, 2030/)).toBeTruthy()
  expect(asked).toEqual([expect.objectContaining({ status: 'open', sort: 'due', limit: '1' })])
})

test('what is overdue is the oldest unpaid, and credit is named apart from what was applied', async () => {
  const late = aPayment({ dueDate: '2024-11-15', balance: 533.33, status: 'partial', isOverdue: true })
  server.answer({
    'GET /api/payments': [late],
    'GET /api/payments/summary': summaryOf({ totalRevenue: 24_833.33, credit: 5166.67 }),
  })
  show(<TenantStats tenant={aTenant()} />)
  await screen.findByText('Oldest unpaid')
  expect(screen.queryByText('Next payment')).toBeNull()
  expect(screen.getByText('Applied to charges · $5,166.67 more is credit')).toBeTruthy()
})

test('with nothing open it says when the next rent posts', async () => {
  server.answer({
    'GET /api/payments': [],
    'GET /api/payments/summary': summaryOf({ nextRentPostsOn: '2026-11-26' }),
  })
  show(<TenantStats tenant={aTenant()} />)
  await screen.findByText('No open charges. Next rent posts Nov 26, 2026')
})
