import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aPayment, id } from '~/testing/records.ts'
import { show } from '~/testing/render.tsx'
import { PaymentTable } from './payment-table.tsx'

useFakeServer()

test('the method of a charge is how it was paid: empty while nothing is received, and a credit or write-off is named beside the status', () => {
  const payments = [
    aPayment({ id: id(71), amountPaid: 0, paymentMethod: 'check' }),
    aPayment({ id: id(72), amountPaid: 200, paymentMethod: 'cash' }),
    aPayment({ id: id(73), status: 'partial', amountCredited: 100, paymentMethod: 'check' }),
    aPayment({
      id: id(74),
      status: 'paid',
      amountCredited: 1200,
      amountWrittenOff: 1200,
      balance: 0,
      paymentMethod: null,
    }),
  ]
  show(<PaymentTable payments={payments} loading={false} empty={null} onAction={() => {}} />)
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const column = (header: string) =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[headers.indexOf(header)]?.textContent)
  expect(column('Method')).toEqual(['', 'Cash', '', ''])
  expect(column('Status')).toEqual(['StatusPending', 'StatusPending', 'StatusPartialCredited', 'StatusPaidWritten off'])
})
