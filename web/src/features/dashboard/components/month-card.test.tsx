import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { summaryOf } from '~/testing/records.ts'
import { show } from '~/testing/render.tsx'
import { MonthCard } from './month-card.tsx'

const server = useFakeServer()

test('what is due today is neither overdue nor “not due yet”', async () => {
  server.answer({
    'GET /api/payments/summary': summaryOf({
      outstanding: 1833.33,
      dueNow: 1033.33,
      overdue: { count: 1, open: 833.33 },
    }),
  })
  show(<MonthCard />)
  await screen.findByText('Due today')
  const keys = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(keys).toEqual(['Overdue $833.33', 'Due today $200', 'Not due yet $800'])
})
