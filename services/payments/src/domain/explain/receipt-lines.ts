import { moneyText } from '@keyhold/kit/lib/money'
import { type ChargeDetails, isAwaitingConfirmation, line, type Line, type ReceiptDetails } from './charge-details.ts'
import { dayText } from './format.ts'

export const titles: Record<ChargeDetails['type'], string> = {
  rent: 'Rent',
  security_deposit: 'Security deposit',
  late_fee: 'Late fee',
  maintenance: 'Maintenance charge',
  other: 'Charge',
}

const methods: Record<ReceiptDetails['method'], string> = {
  cash: 'in cash',
  check: 'by check',
  credit_card: 'by credit card',
  ach: 'by ACH',
  online: 'online',
  bank_transfer: 'by bank transfer',
  money_order: 'by money order',
}

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })

export function receiptLine({
  on,
  cents,
  part,
  method,
  isFromDeposit,
  reportedBy,
  reportedOn,
  verifiedOn,
  notes,
}: ReceiptDetails): Line {
  const question = 'What was received?'
  const of = part < cents ? `, part of ${moneyText(cents)}` : ''
  if (isFromDeposit)
    return line(
      question,
      `${moneyText(part)}${of} was paid from the security deposit on ${dayText(on)}.${notes ? ` Reason: ${notes}` : ''}`,
      {
        cents: part,
        on,
      },
    )
  const who =
    reportedBy === 'tenant'
      ? `The tenant reported it on ${dayText(reportedOn)}, and the landlord confirmed it on ${dayText(verifiedOn ?? on)}.`
      : `The landlord recorded it on ${dayText(reportedOn)}${verifiedOn ? ` and verified it on ${dayText(verifiedOn)}` : ''}.`
  return line(question, `${moneyText(part)} ${methods[method]}${of}, received on ${dayText(on)}. ${who}`, {
    cents: part,
    on,
  })
}

export const awaitingLine = ({ cents, method, on }: ReceiptDetails): Line =>
  line(
    'What is awaiting confirmation?',
    `The tenant reported ${moneyText(cents)} ${methods[method]} on ${dayText(on)}. It counts once the landlord confirms it.`,
    {
      cents,
      on,
    },
  )

export function freedLine({ freed, on, reversed }: ReceiptDetails): Line[] {
  if (freed === null) return []
  const { cents, on: freedOn, pays, credit } = freed
  const why = `was released on ${dayText(freedOn)}: days after the move-out are not charged.`
  const parts = [
    ...pays.map(
      (one) => `${moneyText(one.cents)} pays the ${titles[one.type].toLowerCase()} due ${dayText(one.dueDate)}`,
    ),
    ...(credit > 0 ? [`${moneyText(credit)} is credit`] : []),
  ]
  const since = reversed
    ? `That payment was reversed on ${dayText(reversed.on)}. Reason: ${reversed.reason}`
    : parts.length > 0
      ? `Of that payment, ${listed.format(parts)}.`
      : ''
  return [
    line('What was released?', `${moneyText(cents)} received on ${dayText(on)} ${why} ${since}`.trim(), {
      cents,
      on: freedOn,
    }),
  ]
}

export function reversalLine({ reversed, part, cents, on, ...receipt }: ReceiptDetails): Line[] {
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
  const what = `${moneyText(part)} received on ${dayText(on)} was reversed on ${dayText(reversed.on)}.`
  return [line('What was reversed?', `${what} Reason: ${reversed.reason}`, { cents: part, on: reversed.on })]
}
