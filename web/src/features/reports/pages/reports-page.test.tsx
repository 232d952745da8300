import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Sent, useFakeServer } from '~/testing/fake-server.ts'
import { fill, show } from '~/testing/render.tsx'
import { Component } from './reports-page.tsx'

const server = useFakeServer()

test('“As known on” asks the reports for a day as it was known at the end of another, and says so; the overview has none', async () => {
  const asked: Sent['query'][] = []
  const totals = { notDue: 0, to30: 0, to60: 0, to90: 0, over90: 0, total: 0 }
  server.answer({
    'GET /api/reports/ageing': [],
    'GET /api/reports/ageing/summary': (call: Sent) => {
      asked.push(call.query)
      return { asOf: '2026-03-15', totals, basis: { rule: 'report.ageing/1', formula: '', inputs: {} } }
    },
  })
  const { user } = show(<Component />, { at: '/reports?view=ageing&asOf=2026-01-31' })
  await fill(user, { 'As known on': '2026-02-15' })
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ asOf: '2026-01-31', knownAt: expect.any(String) }))
  expect(asked.at(-1)?.knownAt).toBe(new Date('2026-02-15T23:59:59.999').toISOString())
  await screen.findByText(/Without what was recorded after Feb 15, 2026\. Names are those known today\./)
  await user.click(screen.getByRole('tab', { name: 'Overview' }))
  expect(screen.queryByLabelText('As known on')).toBeNull()
})

test('the rent roll says that rents, names and occupancy are those of today, whatever day its amounts were known on', async () => {
  const totals = { units: 1, occupied: 1, vacant: 0, rent: 0, marketRent: 0, balance: 0, credit: 0, depositHeld: 0 }
  server.answer({
    'GET /api/reports/rent-roll': [],
    'GET /api/reports/rent-roll/summary': {
      asOf: '2026-01-31',
      propertyId: null,
      totals,
      generatedAt: '2026-03-15T15:00:00Z',
    },
  })
  show(<Component />, { at: '/reports?view=rent-roll&asOf=2026-01-31&knownOn=2026-02-15' })
  await screen.findByText(/Rents, names and occupancy are those known today\./)
})

test.each([
  ['of a past day', '&asOf=2026-01-31', '—Shown only as of today'],
  ['of today', '', '$1,811.00'],
])('the ageing %s shows what is not yet due, or says why there is nothing', async (_, asked, shown) => {
  const totals = { notDue: 1811, to30: 0, to60: 0, to90: 0, over90: 0, total: 0 }
  server.answer({
    'GET /api/reports/ageing': [],
    'GET /api/reports/ageing/summary': ({ query }: Sent) => ({
      asOf: '2026-01-31',
      totals: { ...totals, notDue: query.asOf ? 0 : 1811 },
      basis: { rule: 'report.ageing/1', formula: '', inputs: {} },
    }),
  })
  show(<Component />, { at: `/reports?view=ageing${asked}` })
  await waitFor(() =>
    expect(screen.getByText('Not yet due', { selector: 'dt' }).parentElement?.textContent).toBe(`Not yet due${shown}`),
  )
})
