import type { Ledger } from '@keyhold/contracts/payments/ledgers'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { dayText } from '../explain/format.ts'
import type { Block, Sheet } from '../pdf/layout.ts'
import { momentAt } from '../pdf/letterhead.ts'

const money = (dollars: number) => moneyText(toCents(dollars))

/** A ledger as a PDF statement: entries with the running balance, and today's balances. The time is that of the property. */
export function statementSheet(
  ledger: Ledger,
  {
    landlord,
    knownAt,
    madeAt,
    timeZone,
  }: { landlord: string | undefined; knownAt?: string | undefined; madeAt: string; timeZone: string },
): Sheet {
  const { names, from, to, entries, openingBalance, closingBalance } = ledger
  const home = [ledger.propertyName, ledger.unitName].filter(Boolean).join(', ')
  return {
    title: 'Statement of account',
    subtitle: names,
    details: [
      ['Property', home || 'None'],
      ...(landlord === undefined ? [] : [['Landlord', landlord] as [string, string]]),
      ['From', dayText(from)],
      ['To', dayText(to)],
      ...(knownAt === undefined ? [] : [['As known on', momentAt(knownAt, timeZone)] as [string, string]]),
      ['Made on', momentAt(madeAt, timeZone)],
    ],
    isWide: false,
    madeAt,
    blocks: [
      {
        kind: 'table',
        columns: [
          { title: 'Date', width: 62 },
          { title: 'Description', width: '*' },
          { title: 'Charges', width: 66, isNumber: true },
          { title: 'Payments and credits', width: 66, isNumber: true },
          { title: 'Balance', width: 70, isNumber: true },
        ],
        rows: [[dayText(from), 'Opening balance', '', '', money(openingBalance)], ...entries.map(rowOf)],
        totals: [dayText(to), 'Closing balance', '', '', money(closingBalance)],
        empty: '',
      },
      figuresToday(ledger, dateAt(new Date(madeAt), timeZone)),
      { kind: 'note', text: 'A balance below zero is a credit.' },
    ],
  }
}

/** What holds today, whatever the days of the statement. */
function figuresToday(ledger: Ledger, today: string): Block {
  const { due, open, credit, awaiting, depositHeld, left } = ledger
  const later = toCents(open) - toCents(due)
  return {
    kind: 'figures',
    heading: `Account today, ${dayText(today)}`,
    items: [
      ...(left && left.settled > 0
        ? [[settledAfter(left.on), money(left.settled), 'Of what was owed on that day'] as [string, string, string]]
        : []),
      ['Due', money(due)],
      ...(later > 0 ? [['Charged and not due yet', moneyText(later)] as [string, string]] : []),
      ...(ledger.prepaid > 0
        ? [
            ['Prepaid rent', money(ledger.prepaid), 'Received on charges that are not due yet'] as [
              string,
              string,
              string,
            ],
          ]
        : []),
      ...(credit !== 0 ? [['Credit', money(credit)] as [string, string]] : []),
      ...(awaiting !== 0
        ? [
            ['Reported and awaiting confirmation', money(awaiting), 'Not part of any balance yet'] as [
              string,
              string,
              string,
            ],
          ]
        : []),
      ...(depositHeld !== 0
        ? [
            ['Security deposit held', money(depositHeld), 'Owed back; not part of the balance'] as [
              string,
              string,
              string,
            ],
          ]
        : []),
    ],
  }
}

/** What was done later about the debt of who left a shared account. */
export const settledAfter = (day: string): string => `Paid, credited or cancelled after ${dayText(day)}`

function rowOf({ on, description, amount, aside, balance, basis }: Ledger['entries'][number]): string[] {
  const words = [
    description,
    ...(basis?.formula.includes('=') ? [basis.formula] : []),
    ...(aside === null ? [] : [`${money(aside)}, not part of the balance`]),
  ]
  return [
    dayText(on),
    words.join('\n'),
    amount > 0 ? money(amount) : '',
    amount < 0 ? money(-amount) : '',
    money(balance),
  ]
}
