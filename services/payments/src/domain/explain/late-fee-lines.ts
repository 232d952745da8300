import { moneyText } from '@keyhold/kit/lib/money'
import { type ChargeDetails, line, type Line, rentOf } from './charge-details.ts'
import { dayText, daysText, percentText } from './format.ts'
import { lastDayOfGrace, lateFrom, openAfter, type Terms } from '../late-fees/calculate.ts'

const question = 'Is there a late fee?'

/** For a rent: its late fees, or why there is none yet. Proposed fees are shown only to the landlord. */
export function lateFeeLines(details: ChargeDetails, reader: 'landlord' | 'tenant'): Line[] {
  if (details.type !== 'rent') return []
  const visibleFees = details.lateFees.filter(
    ({ status }) => reader === 'landlord' || status === 'posted' || status === 'waived',
  )
  return visibleFees.length > 0 ? visibleFees.map(feeLine) : [noFeeLine(details, reader)]
}

function feeLine({ status, cents, on, reason, basis }: ChargeDetails['lateFees'][number]): Line {
  const fee = `A late fee of ${moneyText(cents)}`
  const grace = `the rent was still open after ${dayText(String(basis.inputs.lastDayOfGrace))}, the last day of grace`
  const waiting = Number(basis.inputs.reportedNotConfirmed) > 0 ? ' A reported payment was not confirmed by then.' : ''
  const answers: Record<typeof status, string> = {
    proposed: `${fee} is proposed and awaits your decision: ${grace}.${waiting}`,
    posted: `${fee} was charged: ${grace}.`,
    waived: `${fee} was waived. Reason: ${reason ?? ''}`,
    withdrawn: `${fee} was withdrawn. Reason: ${reason ?? ''}`,
  }
  return line(question, answers[status], { cents, on, formula: basis.formula, rule: basis.rule })
}

function noFeeLine(details: ChargeDetails, reader: 'landlord' | 'tenant'): Line {
  const { lateTerms: terms, dueDate, today } = details
  if (!terms) return line(question, 'No: no late-fee policy applies to this rent.')
  const rent = rentOf(details)
  const inTime = lastDayOfGrace(dueDate, terms.graceDays)
  const late = lateFrom(dueDate, terms.graceDays)
  const more = { on: late, formula: rateText(terms), rule: `late-fee.${terms.kind}.${terms.frequency}/1` }
  const open = openAfter(rent, inTime < today ? inTime : today)
  if (open <= 0) return line(question, `No: the rent was paid by ${dayText(inTime)}, the last day of grace.`, more)
  if (today < late)
    return line(
      question,
      `Late from ${dayText(late)}: ${graceText(terms, dueDate)} Money received by ${dayText(inTime)} is on time.`,
      more,
    )
  if (open < terms.minimum)
    return line(
      question,
      `No: ${moneyText(open)} was open after ${dayText(inTime)}, less than the minimum balance of ${moneyText(terms.minimum)}.`,
      more,
    )
  if (openAfter(rent, today) <= 0) return line(question, 'None was charged.', more)
  return line(
    question,
    `Late since ${dayText(late)}: ${graceText(terms, dueDate)} ${reader === 'landlord' ? 'You decide' : 'Your landlord decides'} whether to charge a late fee.`,
    more,
  )
}

const graceText = ({ graceDays }: Terms, dueDate: string) =>
  graceDays === 0
    ? `there are no days of grace after the due day, ${dayText(dueDate)}.`
    : `${daysText(graceDays)} of grace follow the due day, ${dayText(dueDate)}.`

function rateText({ kind, rate, frequency, cap }: Terms): string {
  const each = kind === 'flat' ? moneyText(rate) : `${percentText(rate)} of the open balance at the end of grace`
  return `${each}, ${frequency === 'daily' ? 'for each late day' : 'once'}${cap === null ? '' : `, at most ${moneyText(cap)} in all`}`
}
