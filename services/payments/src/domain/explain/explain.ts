import type { Explanation } from '@keyhold/contracts/payments/explanations'
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
import { dayText, daysText, monthText, ordinal } from './format.ts'
import { lateFeeLines } from './late-fee-lines.ts'
import { awaitingLine, titles, freedLine, reversalLine, receiptLine } from './receipt-lines.ts'

/** Explains the amounts, dates and status of a payment. Proposed late fees are shown only to the landlord. */
export function explain(details: ChargeDetails, reader: 'landlord' | 'tenant'): Explanation {
  const counted = details.receipts.filter(isCountedHere)
  return {
    paymentId: details.id,
    title: `${titles[details.type]} due ${dayText(details.dueDate)}`,
    lines: [
      amountLine(details),
      dueLine(details),
      ...(counted.length > 0
        ? counted.map(receiptLine)
        : [line('What was received?', 'Nothing has been received.', { cents: 0 })]),
      ...details.receipts
        .filter(({ reversed, ...receipt }) => reversed === null && isAwaitingConfirmation(receipt))
        .map(awaitingLine),
      ...details.receipts.flatMap(freedLine),
      ...details.receipts.flatMap(reversalLine),
      openLine(details, counted),
      ...(details.cancelled ? [] : [statusLine(details), ...lateFeeLines(details, reader)]),
    ],
  }
}

function amountLine({ source, basis, cents, description, rule, lateRentDue }: ChargeDetails): Line {
  const more = { cents, formula: basis?.formula ?? null, rule: basis?.rule ?? null }
  const question = 'Why this amount?'
  // A calculated amount has a basis until it is edited by hand. The oldest rents have neither a basis nor a description.
  if (source === 'manual' || (basis === null && description !== null))
    return line(question, 'The amount was entered by hand.', { cents })
  if (source === 'late_fee')
    return line(question, `It is the late fee for the rent due ${dayText(lateRentDue ?? '')}.`, more)
  const part = basis?.rule.includes('.prorated.') ? ' Only these days of the month are charged.' : ''
  if (!description) return line(question, 'It is the monthly rent in the tenancy terms.', more)
  return line(
    question,
    `It is ${rule?.isRent === false ? 'charged every month: ' : 'the rent for '}${description}.${part}`,
    more,
  )
}

function dueLine({ source, dueDate, coversFrom, rule }: ChargeDetails): Line {
  const question = 'Why is it due on this day?'
  if (source === 'late_fee') return line(question, 'A late fee is due on the day it is charged.', { on: dueDate })
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

const isLastOfMonth = (day: string) => addDays(day, 1).endsWith('-01')

function openLine({ cents, cancelled }: ChargeDetails, counted: ReceiptDetails[]): Line {
  const question = 'What is open?'
  if (cancelled)
    return line(question, `Nothing: it was cancelled on ${dayText(cancelled.on)}. Reason: ${cancelled.reason}`, {
      cents: 0,
      on: cancelled.on,
    })
  const open = counted.reduce((left, { part }) => left - part, cents)
  const formula = [moneyText(cents), ...counted.map(({ part }) => moneyText(part))].join(' − ')
  return line(question, open > 0 ? `${moneyText(open)} is open.` : 'Nothing is open.', {
    cents: open,
    formula: counted.length > 0 ? `${formula} = ${moneyText(open)}` : null,
  })
}

function statusLine({ status, dueDate, today, timeZone }: ChargeDetails): Line {
  const now = `it is ${dayText(today)} at the property (${timeZone})`
  const due =
    dueDate < today ? `it was due on ${dayText(dueDate)}, and ${now}` : `it is due on ${dayText(dueDate)}, and ${now}`
  const answers: Record<typeof status, string> = {
    paid: 'It is paid in full.',
    partial: `It is partly paid; ${due}.`,
    overdue: `It is overdue from the day after the due date: ${due}.`,
    pending: `It is pending: ${due}.`,
  }
  return line('Why this status?', answers[status], { on: today })
}
