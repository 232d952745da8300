import type { Locator, Page } from 'playwright-core'
import { extractText } from 'unpdf'
import { expect } from 'vitest'
import { dateWords, exact, typed } from './calendar.ts'
import { button, choose, dialog, fill, go, see, seeToast } from './page.ts'
import { patience } from './world.ts'

// A ledger kept by hand beside the product's: plain sums of whole cents over lists, nothing of the product's own.

export interface Charge {
  who: string
  type: 'rent' | 'security_deposit' | 'late_fee'
  due: string
  cents: number
  /** It was charged with this, and reduced on this day. */
  reduced?: { from: number; on: string }
  cancelledOn?: string
}

export interface Receipt {
  who: string
  on: string
  paid: { charge: Charge; cents: number }[]
  /** What was left over and stays with the tenant. */
  credit?: number
  reversedOn?: string
}

const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / (24 * 60 * 60_000))
/** The day so many days after a date. */
export const dayAfter = (date: string, count: number): string =>
  new Date(Date.parse(date) + count * 24 * 60 * 60_000).toISOString().slice(0, 10)
/** How many days the month of a date has. */
export const daysInMonth = (date: string): number =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate()

/** So many days of a month at `rent` a month, to the nearest cent, half a cent up. */
export function partOfMonth(rent: number, date: string, count: number): number {
  const whole = Math.floor((rent * count) / daysInMonth(date))
  const rest = (rent * count) % daysInMonth(date)
  return rest * 2 >= daysInMonth(date) ? whole + 1 : whole
}

const sum = (amounts: number[]): number => amounts.reduce((total, cents) => total + cents, 0)

export class Book {
  readonly charges: Charge[] = []
  readonly receipts: Receipt[] = []
  readonly refunds: { who: string; on: string; cents: number }[] = []
  readonly applied: { who: string; on: string; cents: number }[] = []
  readonly creditRefunds: { who: string; on: string; cents: number }[] = []

  charge(charge: Charge): Charge {
    this.charges.push(charge)
    return charge
  }

  /** Money that pays these charges in full. */
  receive(on: string, ...charges: Charge[]): Receipt {
    const receipt = { who: charges[0]!.who, on, paid: charges.map((charge) => ({ charge, cents: charge.cents })) }
    this.receipts.push(receipt)
    return receipt
  }

  private counted(day: string, who?: string): Receipt[] {
    return this.receipts.filter(
      (receipt) =>
        receipt.on <= day &&
        !(receipt.reversedOn && receipt.reversedOn <= day) &&
        (who === undefined || receipt.who === who),
    )
  }

  /** What was open on a charge when a day was over. */
  open(charge: Charge, day: string): number {
    if (charge.cancelledOn && charge.cancelledOn <= day) return 0
    const counted = this.counted(day)
    const { reduced } = charge
    return (
      (reduced && day < reduced.on ? reduced.from : charge.cents) -
      sum(counted.flatMap(({ paid }) => paid.filter((part) => part.charge === charge).map(({ cents }) => cents)))
    )
  }

  private due(day: string, who?: string): Charge[] {
    return this.charges.filter((charge) => charge.due <= day && (who === undefined || charge.who === who))
  }

  /** What was owed when a day was over, by somebody or by all. */
  owed(day: string, who?: string): number {
    return sum(this.due(day, who).map((charge) => this.open(charge, day)))
  }

  /** How many days the oldest of it was past due. */
  daysPastDue(day: string, who: string): number {
    return Math.max(
      0,
      ...this.due(day, who)
        .filter((charge) => this.open(charge, day) > 0)
        .map(({ due }) => days(due, day)),
    )
  }

  /** The same by age, as the report has it. */
  ages(day: string): Record<'0–30 days' | '31–60 days' | '61–90 days' | '90+ days', number> {
    const between = (from: number, to: number) =>
      sum(
        this.due(day)
          .filter(({ due }) => days(due, day) >= from && days(due, day) <= to)
          .map((charge) => this.open(charge, day)),
      )
    return {
      '0–30 days': between(0, 30),
      '31–60 days': between(31, 60),
      '61–90 days': between(61, 90),
      '90+ days': between(91, Infinity),
    }
  }

  /** What tenants, or one of them, had paid ahead or too much when a day was over. */
  credit(day: string, who?: string): number {
    const counted = this.counted(day, who)
    const ahead = counted.flatMap(({ paid }) => paid.filter(({ charge }) => charge.due > day).map(({ cents }) => cents))
    const left = counted.map(({ credit = 0 }) => credit)
    const back = this.creditRefunds.filter((one) => one.on <= day && (who === undefined || one.who === who))
    return sum([...ahead, ...left]) - sum(back.map(({ cents }) => cents))
  }

  /** What was received from one day to another less what was returned in that time, deposits and credit left out. */
  revenue(from: string, to: string, who?: string): number {
    const within = (day?: string) => day !== undefined && day >= from && day <= to
    const amount = ({ paid }: Receipt) =>
      sum(paid.filter(({ charge }) => charge.type !== 'security_deposit').map(({ cents }) => cents))
    const own = this.receipts.filter((receipt) => who === undefined || receipt.who === who)
    const received = own.filter(({ on }) => within(on))
    const returned = own.filter(({ reversedOn }) => within(reversedOn))
    return sum(received.map(amount)) - sum(returned.map(amount))
  }

  /** Charged from one day to another as of `day`, deposits and what was cancelled by its due day left out. What is taken back later is not less charged. */
  charged(from: string, to: string, day: string): number {
    const last = to < day ? to : day
    const within = this.charges.filter(({ due, type }) => due >= from && due <= last && type !== 'security_deposit')
    const asked = within.filter(({ due, cancelledOn }) => !(cancelledOn && cancelledOn <= due))
    return sum(asked.map(({ cents, reduced }) => reduced?.from ?? cents))
  }

  depositHeld(day: string, who?: string): number {
    const mine = <T extends { who: string; on: string }>(list: T[]) =>
      list.filter((one) => one.on <= day && (who === undefined || one.who === who))
    const received = mine(this.receipts).flatMap(({ paid }) =>
      paid.filter(({ charge }) => charge.type === 'security_deposit').map(({ cents }) => cents),
    )
    return sum(received) - sum([...mine(this.refunds), ...mine(this.applied)].map(({ cents }) => cents))
  }

  /** Somebody's ledger as the page has to show it: day, charge, payment, balance. */
  lines(who: string): string[][] {
    const charged = this.charges
      .filter((charge) => charge.who === who && !(charge.cancelledOn && charge.cancelledOn <= charge.due))
      .flatMap(({ due, cents, cancelledOn, reduced }) => [
        { on: due, rank: 1, cents: reduced?.from ?? cents },
        ...(reduced ? [{ on: reduced.on, rank: 2, cents: cents - reduced.from }] : []),
        ...(cancelledOn ? [{ on: cancelledOn, rank: 2, cents: -cents }] : []),
      ])
    const paid = this.receipts
      .filter((receipt) => receipt.who === who)
      .flatMap(({ on, paid: parts, credit = 0, reversedOn }) => {
        const cents = sum(parts.map((part) => part.cents)) + credit
        return [{ on, rank: 3, cents: -cents }, ...(reversedOn ? [{ on: reversedOn, rank: 4, cents }] : [])]
      })
    const back = this.creditRefunds
      .filter((refund) => refund.who === who)
      .map(({ on, cents }) => ({ on, rank: 4, cents }))
    const aside = [...this.applied, ...this.refunds]
      .filter((moved) => moved.who === who)
      .map(({ on, cents }) => ({ on, rank: 6, cents: 0, aside: cents }))
    let balance = 0
    return [...charged, ...paid, ...back, ...aside]
      .toSorted((a, b) => (a.on === b.on ? a.rank - b.rank : a.on < b.on ? -1 : 1))
      .map((line) => {
        balance += line.cents
        const received =
          'aside' in line ? `(${exact(line.aside as number)})` : line.cents < 0 ? exact(-line.cents) : '—'
        return [
          dateWords(line.on),
          line.cents > 0 ? exact(line.cents) : '—',
          received,
          balance < 0 ? `${exact(-balance)} credit` : exact(balance),
        ]
      })
  }
}

/** Calls the API with the session of the page. */
export async function call<T>(page: Page, method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<T> {
  const answer = await page.request.fetch(path, { method, ...(data ? { data } : {}) })
  if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Opens a file as the browser would, holds it to be a PDF and answers what it says. */
export async function expectPdf(page: Page, path: string, fileName: RegExp): Promise<string> {
  const answer = await page.request.get(path)
  expect(answer.status(), path).toBe(200)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  expect(answer.headers()['content-disposition']).toMatch(fileName)
  const bytes = await answer.body()
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.subarray(-8).toString()).toContain('%%EOF')
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

/** What can be read in the rows of a table; of every cell the last line, which on a phone stands below the column's name. */
export async function cells(table: Locator): Promise<string[][]> {
  const rows = await table
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) =>
        [...(row.children as unknown as Cell[])]
          .filter(({ offsetParent }) => offsetParent)
          .map(({ innerText }) => innerText),
      ),
    )
  return rows.map((row) => row.map((text) => text.trim().split('\n').at(-1) ?? ''))
}

/** As the browser has it. */
interface Cell {
  innerText: string
  /** Null where it is not shown. */
  offsetParent: object | null
}

const byAside = (a: string[], b: string[]) => a[2]!.localeCompare(b[2]!)

/** On a phone the amount stands in the first cell, signed, where a desk has two columns. */
const onPhone = ([, charged = '', paid = '', balance = '']: string[]) => [
  charged !== '—' ? charged : paid.startsWith('(') ? paid : `−${paid}`,
  balance,
]

/** Holds a ledger on the page to the lines of the book, from a day on. Movements of the deposit on one day may stand in either order. */
export async function expectLedger(
  page: Page,
  from: string,
  lines: string[][],
  size: 'desk' | 'phone' = 'desk',
): Promise<void> {
  const card = page.getByRole('region', { name: 'Ledger' })
  await card.getByLabel('From', { exact: true }).fill(from)
  // Also what is charged for later.
  await card.getByLabel('To', { exact: true }).fill(`${Number(from.slice(0, 4)) + 4}-01-01`)
  const sorted = (rows: string[][]) => {
    const aside = rows.findIndex(([, , paid = '']) => paid.startsWith('('))
    return aside < 0 ? rows : [...rows.slice(0, aside), ...rows.slice(aside).toSorted(byAside)]
  }
  const wanted = size === 'phone' ? lines.map(onPhone) : sorted(lines)
  await expect.poll(async () => sorted(await cells(card.getByRole('table'))), { timeout: patience }).toEqual(wanted)
}

/** What each line of the ledger on the page is about, with its day. */
export const descriptions = async (page: Page): Promise<string[]> => {
  const told = page.getByRole('table', { name: 'Ledger' }).locator('tbody td:first-child')
  return (await told.allInnerTexts()).map((text) => text.split('\n').filter(Boolean).slice(0, 2).join(', '))
}

/** A tab of the payments page, of one tenant where given. */
export async function openPayments(
  page: Page,
  { view, tenant }: { view?: 'late-fees' | 'deposits' | 'recurring'; tenant?: string } = {},
): Promise<void> {
  const search = new URLSearchParams({ ...(view ? { view } : {}), ...(tenant ? { tenant } : {}) })
  await go(page, `/payments?${search}`)
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
}

const row = (page: Page, table: string, due: string): Locator =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ hasText: dateWords(due) })

/** Says on the page that money came in, and on which day. */
export async function record(page: Page, tenant: string, due: string, on: string): Promise<void> {
  await openPayments(page, { tenant })
  // The rent of that day; a deposit may be due on it, too.
  await button(row(page, 'Payments', due).filter({ hasText: 'Rent' }), 'Verify').click()
  const form = dialog(page, 'Verify Payment')
  await fill(form, { 'Received on': on })
  await button(form, 'Verify').dblclick()
  await seeToast(page, 'Payment verified')
  await form.waitFor({ state: 'detached' })
}

/** Charges a proposed fee for the rent of that day. */
export async function chargeFee(page: Page, due: string): Promise<void> {
  await button(row(page, 'Late fees', due), 'Charge').click()
  await seeToast(page, '1 late fee charged')
  await row(page, 'Late fees', due).waitFor({ state: 'detached' })
}

/** Lets one go. */
export async function waiveFee(page: Page, due: string, reason: string): Promise<void> {
  await button(row(page, 'Late fees', due), 'Waive…').click()
  const form = dialog(page, 'Waive this late fee?')
  await fill(form, { Reason: reason })
  await button(form, 'Waive').dblclick()
  await seeToast(page, 'Late fee waived')
  await row(page, 'Late fees', due).waitFor({ state: 'detached' })
}

/** Notes a deposit that came in on a day. */
export async function receiveDeposit(page: Page, tenant: string, on: string, cents: number): Promise<void> {
  await openPayments(page, { tenant })
  await button(page, 'Record Payment').first().click()
  const form = dialog(page, 'Record Payment')
  await button(form, 'Another charge').click()
  await fill(form, { Amount: typed(cents), 'Due date': on })
  await choose(page, form, 'Type', 'Security deposit')
  await choose(page, form, 'Status', 'Received in full')
  await fill(form, { 'Received on': on })
  await button(form, 'Record Payment').dblclick()
  await seeToast(page, 'Payment recorded')
  await form.waitFor({ state: 'detached' })
}

/** Pays from the held deposit what is due, and gives the rest back. */
export async function settleDeposit(
  page: Page,
  tenant: string,
  { applied, reason, held }: { applied: number; reason: string; held: number },
): Promise<void> {
  await openPayments(page, { view: 'deposits', tenant })
  const deposits = page.getByRole('table', { name: 'Deposits' })
  await button(deposits, 'Apply…').click()
  const apply = dialog(page, 'Apply deposit')
  await fill(apply, { 'Amount to apply': typed(applied), Reason: reason })
  await button(apply, 'Apply deposit').dblclick()
  await seeToast(page, 'Deposit applied')
  await apply.waitFor({ state: 'detached' })
  await see(deposits, exact(held - applied))
  await button(deposits, 'Refund…').click()
  const refund = dialog(page, 'Refund deposit')
  await see(refund, `${exact(held - applied)} held`)
  await button(refund, 'Record refund').dblclick()
  await seeToast(page, 'Deposit refunded')
  await refund.waitFor({ state: 'detached' })
}

/** The figures that stand in a list of terms and values, such as the totals of a report; of each the first line. */
export async function seeTotals(page: Page, wanted: Record<string, string>): Promise<void> {
  const value = async (label: string) => {
    const term = page.locator('main dt').filter({ hasText: new RegExp(`^${label.replaceAll('+', '\\+')}$`) })
    const [text = 'not there'] = await term.locator('xpath=following-sibling::dd').allInnerTexts()
    return text.split('\n')[0]
  }
  const values = async () =>
    Object.fromEntries(
      await Promise.all(Object.keys(wanted).map(async (label) => [label, await value(label)] as const)),
    )
  await expect.poll(values, { timeout: patience }).toEqual(wanted)
}
