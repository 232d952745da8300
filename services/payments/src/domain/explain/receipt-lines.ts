import { moneyText } from '@keyhold/kit/lib/money'
import { type ChargeDetails, isAwaitingConfirmation, line, type Line, type ReceiptDetails } from './charge-details.ts'
import { keptAsCredit, movedToCharge } from '../journal/record.ts'
import { dayText } from './format.ts'

type Freed = NonNullable<ReceiptDetails['freed']>

export const titles: Record<ChargeDetails['type'], string> = {
  rent: 'Rent',
  security_deposit: 'Security deposit',
  late_fee: 'Late fee',
  maintenance: 'Maintenance charge',
  other: 'Charge',
}

export const methods: Record<ReceiptDetails['method'], string> = {
  cash: 'in cash',
  check: 'by check',
  credit_card: 'by credit card',
  ach: 'by ACH',
  online: 'online',
  bank_transfer: 'by bank transfer',
  money_order: 'by money order',
}

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Money came in, now or as a deposit before. */
export const isReceived = ({ kind }: ReceiptDetails): boolean => kind === 'money' || kind === 'deposit'

const questions: Record<ReceiptDetails['kind'], string> = {
  money: 'What was received?',
  deposit: 'What was received?',
  concession: 'What credit was given?',
  write_off: 'What was written off?',
}

/** What was done with an amount on its day. */
const done: Record<ReceiptDetails['kind'], string> = {
  money: 'received',
  deposit: 'paid from the security deposit',
  concession: 'given as a credit',
  write_off: 'written off',
}

type Reader = 'landlord' | 'tenant'

/** The two as the reader calls them, at the beginning of a sentence or within it. */
const nameOf = (who: Reader, reader: Reader): string =>
  who === reader ? 'you' : reader === 'tenant' ? 'your landlord' : 'the tenant'
const atStart = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

export function receiptLine(
  { on, cents, part, method, kind, reportedBy, reportedOn, verifiedOn, notes }: ReceiptDetails,
  reader: Reader,
): Line {
  const landlord = nameOf('landlord', reader)
  const question = questions[kind]
  const of = part < cents ? `, part of ${moneyText(cents)},` : ''
  if (kind !== 'money')
    return line(
      question,
      `${moneyText(part)}${of} was ${done[kind]} on ${dayText(on)}.${notes ? ` Reason: ${notes}` : ''}`,
      { cents: part, on },
    )
  const who =
    reportedBy === 'tenant'
      ? `${atStart(nameOf('tenant', reader))} reported it on ${dayText(reportedOn)}, and ${landlord} confirmed it on ${dayText(verifiedOn ?? on)}.`
      : `${atStart(landlord)} recorded it on ${dayText(reportedOn)}${verifiedOn ? ` and verified it on ${dayText(verifiedOn)}` : ''}.`
  return line(question, `${moneyText(part)} ${methods[method]}${of || ','} received on ${dayText(on)}. ${who}`, {
    cents: part,
    on,
  })
}

export const awaitingLine = ({ cents, method, on }: ReceiptDetails, reader: Reader): Line =>
  line(
    'What is awaiting confirmation?',
    `${atStart(nameOf('tenant', reader))} reported ${moneyText(cents)} ${methods[method]} on ${dayText(on)}. It counts once ${nameOf('landlord', reader)} ${reader === 'landlord' ? 'confirm' : 'confirms'} it.`,
    {
      cents,
      on,
    },
  )

function freeing({ on, isByPerson, reason }: Freed, reader: Reader): string {
  const by = `by ${nameOf('landlord', reader)} on ${dayText(on)}`
  if (reason === keptAsCredit) return `taken off this charge ${by} and kept as credit.`
  // Before entries had reasons, a person only moved money, and Keyhold only released it because of a move-out.
  if (reason === movedToCharge || (reason === null && isByPerson)) return `moved to another charge ${by}.`
  return reason === null
    ? `released on ${dayText(on)}: days after the move-out are not charged.`
    : `released on ${dayText(on)}. Reason: ${reason}`
}

const reversedText = ({ on, belongsOn }: NonNullable<ReceiptDetails['reversed']>): string =>
  `reversed on ${dayText(on)}${belongsOn === null ? '' : ` (of ${dayText(belongsOn)})`}`

export function freedLine({ freed, on, kind, reversed }: ReceiptDetails, reader: Reader): Line[] {
  if (freed === null) return []
  const { cents, pays, credit } = freed
  const it = kind === 'money' ? 'that payment' : 'it'
  const parts = [
    ...pays.map(
      (one) => `${moneyText(one.cents)} pays the ${titles[one.type].toLowerCase()} due ${dayText(one.dueDate)}`,
    ),
    ...(credit > 0 ? [`${moneyText(credit)} is credit`] : []),
  ]
  const since = reversed
    ? `${it === 'it' ? 'It' : 'That payment'} was ${reversedText(reversed)}. Reason: ${reversed.reason}`
    : parts.length > 0
      ? `Of ${it}, ${listed.format(parts)}.`
      : ''
  return [
    line(
      'What was released?',
      `${moneyText(cents)} ${done[kind]} on ${dayText(on)} was ${freeing(freed, reader)} ${since}`.trim(),
      {
        cents,
        on: freed.on,
      },
    ),
  ]
}

export function reversalLine({ reversed, part, cents, on, kind, ...receipt }: ReceiptDetails): Line[] {
  if (!reversed) return []
  if (isAwaitingConfirmation(receipt))
    return [
      line(
        'What was rejected?',
        `The report of ${moneyText(cents)} from ${dayText(on)} was rejected. Reason: ${reversed.reason}`,
        {
          cents,
          on: reversed.on,
        },
      ),
    ]
  if (part === 0) return []
  const what = `${moneyText(part)} ${done[kind]} on ${dayText(on)} was ${reversedText(reversed)}.`
  return [line('What was reversed?', `${what} Reason: ${reversed.reason}`, { cents: part, on: reversed.on })]
}
