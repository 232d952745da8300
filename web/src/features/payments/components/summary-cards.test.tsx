import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { summaryOf } from '~/testing/records.ts'
import { show } from '~/testing/render.tsx'
import { SummaryCards } from './summary-cards.tsx'

const server = useFakeServer()

test('what is outstanding is told apart by when it is due', async () => {
  // 833.33 late, 50.10 due today, 2000 later.
  server.answer({
    'GET /api/payments/summary': summaryOf({
      outstanding: 2883.43,
      dueNow: 883.43,
      overdue: { count: 1, open: 833.33 },
    }),
  })
  show(<SummaryCards scope={{}} />)
  await screen.findByText('$833.33 overdue · $50.10 due today · $2,000 not due yet')
})

test('with nothing outstanding nothing is overdue', async () => {
  server.answer({ 'GET /api/payments/summary': summaryOf() })
  show(<SummaryCards scope={{}} />)
  await screen.findByText('Nothing is overdue')
})
