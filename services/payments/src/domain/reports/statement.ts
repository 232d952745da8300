import type { Ledger } from '@keyhold/contracts/payments/ledgers'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { dayText } from '../explain/format.ts'
import type { Sheet } from '../pdf/layout.ts'
import { momentText } from './documents/report-document.ts'

const money = (dollars: number) => moneyText(toCents(dollars))

/** A ledger as a PDF statement: entries with the running balance, and today's balances. */
export function statementSheet(ledger: Ledger, madeAt: string): Sheet {
  const { names, from, to, entries, openingBalance, closingBalance, due, open, credit, awaiting, depositHeld } = ledger
  const home = [ledger.propertyName, ledger.unitName].filter(Boolean).join(', ')
  const later = toCents(open) - toCents(due)
  return {
    title: 'Statement of account',
    subtitle: names,
    details: [
      ['Property', home || 'None'],
      ['From', dayText(from)],
      ['To', dayText(to)],
      ['Made on', momentText(madeAt)],
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
          { title: 'Payments', width: 66, isNumber: true },
          { title: 'Balance', width: 70, isNumber: true },
        ],
        rows: [[dayText(from), 'Opening balance', '', '', money(openingBalance)], ...entries.map(rowOf)],
        totals: [dayText(to), 'Closing balance', '', '', money(closingBalance)],
        empty: '',
      },
      {
        kind: 'figures',
        heading: 'Account today',
        items: [
          ['Due', money(due)],
          ...(later > 0 ? [['Charged and not due yet', moneyText(later)] as [string, string]] : []),
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
      },
      { kind: 'note', text: 'A balance below zero is a credit.' },
    ],
  }
}

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
