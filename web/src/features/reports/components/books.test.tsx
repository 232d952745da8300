import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { id } from '~/testing/records.ts'
import { button, field, fill, show } from '~/testing/render.tsx'
import { Books } from './books.tsx'

const server = useFakeServer()

const balance = {
  asOf: '2026-03-15',
  knownAt: '2026-03-15T15:00:00.000Z',
  basis: 'accrual',
  rows: [
    { account: 'receivable', name: 'Accounts receivable', kind: 'asset', debit: 250.5, credit: 0 },
    { account: 'rent_income', name: 'Rent income', kind: 'income', debit: 0, credit: 250.5 },
  ],
  totals: { debit: 250.5, credit: 250.5 },
  generatedAt: '2026-03-15T15:00:00.000Z',
}

async function open(closed: object[] = []) {
  server.answer({
    'GET /api/reports/trial-balance': balance,
    'GET /api/reports/closed-periods': closed,
    'POST /api/reports/closed-periods': (sent: { body: unknown }) => ({
      ...(sent.body as object),
      closedAt: '2026-03-15T15:00:00.000Z',
      closedBy: id(1),
    }),
  })
  const shown = show(<Books day={{ asOf: '2026-03-15' }} />)
  await screen.findByText('Accounts receivable')
  return shown
}

test('the trial balance names its day, its basis and both of its sums', async () => {
  await open()
  screen.getByText('At the end of Mar 15, 2026, for all properties. Accrual basis: rent counts when it is due.')
  const row = screen.getByText('Rent income').closest('tr')!
  within(row).getByText('$250.50')
  expect(screen.getAllByText('$250.50')).toHaveLength(4)
})

test('closing the books says what it means, and happens only after that', async () => {
  const { user, toast } = await open()
  await screen.findByText('No period is closed.')
  await fill(user, { Through: '2026-02-28' })
  await user.click(button('Close the books'))
  const question = await screen.findByRole('alertdialog', { name: 'Close the books through Feb 28, 2026?' })
  within(question).getByText(/no longer change.*booked on the first day after it.*can’t be reopened/)
  expect(server.sent).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Close the books' }))
  await waitFor(() => expect(toast()?.title).toBe('The books are closed through Feb 28, 2026'))
  expect(server.sent).toMatchObject([{ method: 'POST', body: { through: '2026-02-28' } }])
})

test('a day that is closed already is not closed again', async () => {
  const { user } = await open([{ through: '2026-02-28', closedAt: '2026-03-02T15:00:00.000Z', closedBy: id(1) }])
  await screen.findByText('Closed through Feb 28, 2026.')
  await fill(user, { Through: '2026-01-31' })
  screen.getByText('The books are already closed through a later day')
  expect(button('Close the books')).toHaveProperty('disabled', true)
})

test('an export names the two days in their order', async () => {
  const { user } = await open()
  await fill(user, { From: '2026-03-02' })
  await fill(user, { To: '2026-03-01' })
  screen.getByText('The first day must be on or before the last day')
  expect(button('Export the books')).toHaveProperty('disabled', true)
  await user.selectOptions(field('Format'), 'quickbooks')
  screen.getByText(/The accounts and the customers have to exist in QuickBooks first/)
})
