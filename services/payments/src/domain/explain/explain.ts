import type { Basis, Explanation } from '@keyhold/contracts/payments/explanations'
import { addDays } from '@keyhold/kit/lib/dates'
import { moneyText } from '@keyhold/kit/lib/money'
import {
  isAwaitingConfirmation,
  type ChargeDetails,
  line,
  type Line,
  type ReceiptDetails,
  isCountedHere,
} from './charge-details.ts'
import { returnedPaymentRule } from '../late-fees/returned-payment-rule.ts'
import { catchUpRule } from '../rents/catch-up.ts'
import { dayText, daysText, monthText, ordinal, zoneText } from './format.ts'
import { lateFeeLines } from './late-fee-lines.ts'
import { awaitingLine, freedLine, isReceived, receiptLine, reversalLine, titles } from './receipt-lines.ts'

/**
 * Explains the amounts, dates and status of a payment. Proposed late fees are shown only to the landlord. `until`: the day on which the reader left the
 * account; what was received later is only summed up.
 */
export function explain(whole: ChargeDetails, reader: 'landlord' | 'tenant', until?: string): Explanation {
  const details = until === undefined ? whole : detailsUntil(whole, until)
  const paying = whole.receipts.filter(isCountedHere)
  const counted = details.receipts.filter(isCountedHere)
  const later = sumOf(paying) - sumOf(counted)
  return {
    paymentId: details.id,
    title: `${titles[details.type]} due ${dayText(details.dueDate)}`,
    lines: [
      amountLine(details),
      dueLine(details),
      ...(counted.some(isReceived) ? [] : [line('What was received?', 'Nothing has been received.', { cents: 0 })]),
      ...counted.map((receipt) => receiptLine(receipt, reader)),
      ...(until !== undefined && later > 0 ? [laterLine(later, until)] : []),
      ...details.receipts
        .filter(({ reversed, ...receipt }) => reversed === null && isAwaitingConfirmation(receipt))
        .map((receipt) => awaitingLine(receipt, reader)),
      ...details.receipts.flatMap((receipt) => freedLine(receipt, reader)),
      ...details.receipts.flatMap(reversalLine),
      openLine(details, later > 0 ? [...counted.map(({ part }) => part), later] : counted.map(({ part }) => part)),
      ...(details.cancelled ? [] : [statusLine(details, counted, later)]),
      // Whether a fee follows after that day does not concern who left.
      ...(details.cancelled || (until !== undefined && details.lateFees.length === 0)
        ? []
        : lateFeeLines(details, reader)),
    ],
  }
}

const sumOf = (receipts: ReceiptDetails[]): number => receipts.reduce((sum, { part }) => sum + part, 0)

/** What was known of a charge on a day, and what has become of the money received by then. Reports that wait are of those who stay. */
function detailsUntil(details: ChargeDetails, until: string): ChargeDetails {
  const receipts = details.receipts
    .filter((receipt) => receipt.on <= until && !isAwaitingConfirmation(receipt))
    .map(({ freed, ...receipt }) => {
      const pays = freed?.pays.filter(({ dueDate }) => dueDate <= until) ?? []
      return { ...receipt, freed: freed && { ...freed, pays } }
    })
  return {
    ...details,
    receipts,
    lateFees: details.lateFees.filter(({ on, status }) => on <= until && (status === 'posted' || status === 'waived')),
  }
}

const laterLine = (cents: number, until: string): Line =>
  line('What was paid later?', `${moneyText(cents)} was paid or credited after ${dayText(until)}.`, { cents })

function amountLine({ source, basis, cents, description, rule, lateRentDue }: ChargeDetails): Line {
  const more = { cents, formula: basis?.formula ?? null, rule: basis?.rule ?? null }
  const question = 'Why this amount?'
  if (basis?.rule === catchUpRule)
    return line(question, `This is the catch-up for the rent change from ${dayText(String(basis.inputs.from))}.`, more)
  // A calculated amount has a basis until it is edited by hand. The oldest rents have neither a basis nor a description.
  if (source === 'manual' || (basis === null && description !== null))
    return line(question, 'The amount was entered by hand.', { cents })
  if (basis?.rule === returnedPaymentRule)
    return line(question, 'This is the fee for a payment that the bank returned.', more)
  if (source === 'late_fee')
    return line(question, `This is the late fee for the rent due ${dayText(lateRentDue ?? '')}.`, more)
  const part = basis?.rule.includes('.prorated.') ? ' Only these days of the month are charged.' : ''
  if (!description) return line(question, 'This is the monthly rent in the lease terms.', more)
  return line(
    question,
    `This is ${rule?.isRent === false ? 'charged every month: ' : 'the rent for '}${description}.${part}`,
    more,
  )
}

function dueLine(details: ChargeDetails): Line {
  const { source, basis, dueDate, coversFrom, rule } = details
  const question = 'Why is it due on this day?'
  if (source === 'late_fee') return line(question, 'A fee is due on the day it is charged.', { on: dueDate })
  if (basis?.rule === catchUpRule) return line(question, catchUpDueText(details, basis), { on: dueDate })
  if (source === 'manual' || !rule) return line(question, 'The due date was entered by hand.', { on: dueDate })
  const start = Number(rule.startsOn.slice(8))
  const anchor = rule.dueDay ?? start
  const day = Number(dueDate.slice(8))
  if (day === anchor)
    return line(question, `It is due on the ${ordinal(anchor)} of each month.`, { on: dueDate, rule: 'due.monthly/1' })
  if (dueDate === rule.startsOn)
    return line(question, 'The first charge is due on its start date.', {
      on: dueDate,
      rule: 'due.first/1',
    })
  if (day < anchor && isLastOfMonth(dueDate))
    return line(
      question,
      `It is due on the ${ordinal(anchor)} of each month. ${monthText(dueDate)} has only ${daysText(day)}, so it is due on the last day.`,
      {
        on: dueDate,
        rule: 'due.month-end/1',
      },
    )
  // A partial month after a change of terms, or a month charged under the old terms.
  if (dueDate === coversFrom)
    return line(question, 'It is due on the first day it covers.', { on: dueDate, rule: 'due.part/1' })
  return line(question, `It is usually due on the ${ordinal(anchor)} of each month; this date was entered by hand.`, {
    on: dueDate,
  })
}

function catchUpDueText({ dueDate, createdOn }: ChargeDetails, { inputs }: Basis): string {
  // The oldest catch-ups don't say which due date Keyhold gave them.
  if (dueDate !== (inputs.dueDate ?? createdOn)) return 'The due date was entered by hand.'
  if (dueDate === createdOn) return 'A rent catch-up is due on the day it is charged.'
  return 'This catch-up is for rents that were paid ahead, so it is due with the first of them.'
}

const isLastOfMonth = (day: string) => addDays(day, 1).endsWith('-01')

function openLine({ cents, cancelled }: ChargeDetails, parts: number[]): Line {
  const question = 'What is open?'
  if (cancelled)
    return line(question, `Nothing: it was cancelled on ${dayText(cancelled.on)}. Reason: ${cancelled.reason}`, {
      cents: 0,
      on: cancelled.on,
    })
  const open = parts.reduce((left, part) => left - part, cents)
  const formula = [moneyText(cents), ...parts.map((part) => moneyText(part))].join(' − ')
  return line(question, open > 0 ? `${moneyText(open)} is open.` : 'Nothing is open.', {
    cents: open,
    formula: parts.length > 0 ? `${formula} = ${moneyText(open)}` : null,
  })
}

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** What made a charge that is settled so: it is paid only where nothing was credited or written off. */
function settledText(counted: ReceiptDetails[], later: number): string {
  const parts = [
    { cents: sumOf(counted.filter(isReceived)), done: 'received' },
    { cents: sumOf(counted.filter(({ kind }) => kind === 'concession')), done: 'credited' },
    { cents: sumOf(counted.filter(({ kind }) => kind === 'write_off')), done: 'written off' },
    { cents: later, done: 'settled later' },
  ].filter(({ cents }) => cents > 0)
  if (parts.every(({ done }) => done === 'received' || done === 'settled later')) return 'It is paid in full.'
  return `Nothing is open: ${listed.format(parts.map(({ cents, done }) => `${moneyText(cents)} was ${done}`))}.`
}

function statusLine(
  { status, dueDate, today, timeZone }: ChargeDetails,
  counted: ReceiptDetails[],
  later: number,
): Line {
  const now = `it is ${dayText(today)} at the property (${zoneText(timeZone)})`
  const due =
    dueDate < today ? `it was due on ${dayText(dueDate)}, and ${now}` : `it is due on ${dayText(dueDate)}, and ${now}`
  const answers: Record<typeof status, string> = {
    paid: settledText(counted, later),
    partial: `It is partly paid; ${due}.`,
    overdue: `It has been overdue since the day after the due date: ${due}.`,
    pending: `It is pending: ${due}.`,
  }
  return line('Why this status?', answers[status], { on: today })
}
