import type { Ledger } from '@keyhold/contracts/payments/ledgers'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { id } from '~/testing/records.ts'
import { show } from '~/testing/render.tsx'
import { LedgerCard } from './ledger-frame.tsx'

test('every balance says for which day it is: those of the chosen days, and those of today', async () => {
  const ledger: Ledger = {
    tenantId: id(10),
    names: 'Ann Archer',
    propertyName: null,
    unitName: null,
    allocationOrder: 'oldest_first',
    from: '2025-12-01',
    to: '2026-01-31',
    openingBalance: 0,
    entries: [],
    closingBalance: 1200,
    due: 2400,
    open: 3600,
    prepaid: 10,
    credit: 20,
    awaiting: 30,
    depositHeld: 40,
  }
  const answer = { currentData: ledger, isError: false, isLoading: false, refetch: () => {} }
  show(<LedgerCard answer={answer} span={{ to: '2026-01-31' }} onSpan={() => {}} file="/statement" />)
  const terms = (await screen.findAllByRole('term')).map(
    (term) => `${term.textContent} ${term.nextSibling?.textContent}`,
  )
  expect(terms).toEqual([
    'Opening balance on Dec 1, 2025 $0.00',
    'Closing balance on Jan 31, 2026 $1,200.00',
    'Due today $2,400.00',
    'Prepaid rent today $10.00',
    'Credit today $20.00',
    'Awaiting confirmation today $30.00',
    'Deposit held today $40.00',
    'Payments are applied to the oldest due date first',
  ])
})
