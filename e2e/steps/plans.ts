import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, fill } from './page.ts'
import { patience } from './world.ts'

/** What the test provider's card form is given; the rest of a card does not matter there. */
export async function payBy(page: Page, cardNumber: string, amount: string): Promise<void> {
  await fill(page, { 'Card number': cardNumber, 'Expiry (MM/YY)': '12/34', CVC: '123' })
  await button(page, `Pay ${amount}`).dblclick()
}

/** The card of a plan among those to choose from. */
export const planCard = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })

/** A part of a screen under its own heading. */
export const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** What stands beside a label. */
export const fact = (place: Locator, label: string): Locator =>
  place.locator('dt').getByText(label, { exact: true }).locator('xpath=following-sibling::dd')

/** "-$1,250.00" in cents. */
const centsOf = (text: string): number => Math.round(Number(text.replaceAll(/[^\d.-]/g, '')) * 100)

export interface Quote {
  lines: { label: string; cents: number }[]
  /** What stands below the lines: what is due, or what is kept. */
  total: { label: string; cents: number }
}

/** What a change of plan costs, as the page says it line by line. */
export async function quoteOf(page: Page, plan: string): Promise<Quote> {
  // Two lines at least: what is left of the old plan, and the new one.
  await part(page, plan).locator('dt').nth(2).waitFor()
  const said = await part(page, plan).locator('dl > div').allInnerTexts()
  const lines = said
    .map((line) => line.split('\n'))
    .map(([label = '', amount = '']) => ({ label, cents: centsOf(amount) }))
  return { lines: lines.slice(0, -1), total: lines.at(-1)! }
}

interface Invoiced {
  what: string
  cents: number
  status: string
}

/** Waits until the invoices are listed so, newest first. */
export async function expectInvoices(page: Page, invoices: Invoiced[]): Promise<void> {
  await expect.poll(() => invoicesOf(page), { timeout: patience }).toEqual(invoices)
}

async function invoicesOf(page: Page): Promise<Invoiced[]> {
  const rows = await page.getByRole('table', { name: 'Invoices' }).locator('tbody tr').all()
  return Promise.all(
    rows.map(async (row) => {
      const [what = '', , amount = '', status = ''] = await row.locator('td').allInnerTexts()
      return { what: what.split('\n').at(-1)!, cents: centsOf(amount.split('\n')[0]!), status }
    }),
  )
}

/** What a landlord sees of their own subscription. */
export async function subscriptionOf(
  page: Page,
): Promise<{ maxProperties: number | null; trialStartDate: string; trialEndDate: string }> {
  const answer = await page.request.get('/api/subscription/status')
  if (!answer.ok()) throw new Error(`the subscription answered ${answer.status()}`)
  return (await answer.json()) as Awaited<ReturnType<typeof subscriptionOf>>
}
