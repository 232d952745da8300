import type { LateFee } from '@keyhold/contracts/payments/late-fees'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { id, landlordId, times } from '~/testing/records.ts'
import { show } from '~/testing/render.tsx'
import { LateFees } from './late-fees.tsx'

const server = useFakeServer()

const fee: LateFee = {
  id: id(70),
  landlordId,
  tenantId: id(10),
  tenantName: 'Ann Archer',
  propertyName: 'Alder Loft',
  kind: 'late',
  paymentId: id(40),
  rentDueDate: '2026-03-01',
  occurrence: 1,
  assessedOn: '2026-03-07',
  amount: 60,
  status: 'proposed',
  reason: null,
  feePaymentId: null,
  basis: {
    rule: 'late-fee.percent.once/1',
    formula: '5% × $1,200.00 = $60.00',
    inputs: {
      kind: 'percent',
      rate: 5,
      frequency: 'once',
      graceDays: 5,
      cap: null,
      dueDate: '2026-03-01',
      lastDayOfGrace: '2026-03-06',
      openAtEndOfGrace: 1200,
      earlierFees: 0,
    },
  },
  createdAt: times.createdAt,
}

test('a proposed late fee says its rule, days of grace, base and formula before it is charged', async () => {
  server.answer({ 'GET /api/late-fees': [fee] })
  const { user } = show(<LateFees tenantId={undefined} />)
  await user.click(await screen.findByRole('button', { name: 'Why this number? late fee of Ann Archer' }))
  const why = await screen.findByRole('dialog')
  for (const text of [
    '5% × $1,200.00 = $60.00',
    '5%, once',
    '5 days, until Mar 6, 2026',
    'Open after grace',
    '$1,200.00',
  ])
    expect(within(why).getByText(text)).toBeTruthy()
})
