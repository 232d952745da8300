import type { Invoice } from '@keyhold/contracts/billing/invoices'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aSubscription, aTrial, aUser } from '~/testing/records.ts'
import { button, show } from '~/testing/render.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

const server = useFakeServer()
const invoice = (number: string, fields: Partial<Invoice>): Invoice => ({
  id: number,
  number,
  status: 'paid',
  description: 'Basic (monthly)',
  amountDue: 0,
  amountPaid: 0,
  creditApplied: 0,
  creditAdded: 0,
  periodStart: null,
  periodEnd: null,
  createdAt: '2027-01-31T12:00:00.000Z',
  hostedUrl: null,
  pdfUrl: null,
  ...fields,
})
const open = (subscription = aSubscription(), invoices: Invoice[] = []) => {
  server.answer({
    'GET /api/subscription/status': subscription,
    'GET /api/subscription/invoices': invoices,
    'GET /api/properties': [],
  })
  return show(<SubscriptionCard />, { as: aUser() })
}
const credit = async () => (await screen.findByText('Credit')).nextSibling?.textContent

test('credit is shown with what it will be used for', async () => {
  open(aSubscription({ credit: 170 }))
  expect(await credit()).toBe('$170.00Applied to your next invoice.')
})

test('credit without a plan that renews is kept for the next plan', async () => {
  open(aTrial({ credit: 141 }))
  expect(await credit()).toBe('$141.00Kept on your account and applied to your next plan.')
})

test('no credit has no line', async () => {
  open()
  await screen.findByText('Plan')
  expect(screen.queryByText('Credit')).toBeNull()
})

test('invoices say which credit they used and gave, and what was due after it', async () => {
  open(aSubscription({ credit: 141 }), [
    invoice('F-3', { status: 'void', amountDue: 29, creditApplied: 50 }),
    invoice('F-2', { creditApplied: 29 }),
    invoice('F-1', { creditAdded: 170 }),
  ])
  const cells = async (number: string) =>
    [...(await screen.findByText(number)).closest('tr')!.querySelectorAll('td')].map(({ textContent }) => textContent)
  expect((await cells('F-2'))[2]).toBe('Amount$0.00Credit applied: -$29.00')
  expect((await cells('F-1'))[2]).toBe('Amount$0.00Credit added: $170.00')
  expect((await cells('F-3'))[2], 'a void invoice has given it back').toBe('Amount$29.00')
})

test('cancelling says that credit stays', async () => {
  const { user } = open(aSubscription({ credit: 170 }))
  await screen.findByText('Plan')
  await user.click(button('Cancel subscription'))
  await screen.findByText(/Your credit of \$170\.00 stays on your account and is applied to your next plan\./)
})
