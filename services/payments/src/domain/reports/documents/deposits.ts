import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { frameOf, money, sumOf, text } from './columns.ts'
import type { ReportScope } from '../report-day.ts'
import type { AccountRow } from '../report-figures.ts'
import type { ReportDocument } from './report-document.ts'

/** What was given back or used of money that no longer counts. */
const excessOf = ({ depositsReceived, refunded, applied, depositHeld }: AccountRow): number =>
  toDollars(toCents(depositHeld) - toCents(depositsReceived) + toCents(refunded) + toCents(applied))

export function depositsDocument(scope: ReportScope, accounts: AccountRow[]): ReportDocument {
  const rows = accounts
    .filter((row) => row.depositsReceived !== 0 || row.refunded !== 0 || row.applied !== 0)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.tenantId < b.tenantId ? -1 : 1))
  const totals = {
    received: sumOf(rows, (row) => row.depositsReceived),
    refunded: sumOf(rows, (row) => row.refunded),
    applied: sumOf(rows, (row) => row.applied),
    excess: sumOf(rows, excessOf),
    held: sumOf(rows, (row) => row.depositHeld),
  }
  return {
    ...frameOf(scope, 'deposits', 'Security deposits'),
    isWide: false,
    tables: [
      {
        columns: [
          text('Tenants'),
          text('Property'),
          money('Received', 72),
          money('Refunded', 72),
          money('Applied', 72),
          money('More than received', 72),
          money('Held', 72),
        ],
        rows: rows.map((row) => [
          row.name,
          row.propertyName,
          row.depositsReceived,
          row.refunded,
          row.applied,
          excessOf(row),
          row.depositHeld,
        ]),
        totals: ['Total', null, totals.received, totals.refunded, totals.applied, totals.excess, totals.held],
        empty: 'No deposits',
      },
    ],
    notes: [
      'Held = received − refunded − applied + more than received: what was refunded or applied of money that the bank returned since is owed by the tenant again.',
    ],
    data: {
      totals,
      rows: rows.map((row) => ({
        tenantId: row.tenantId,
        tenantName: row.name,
        propertyId: row.propertyId,
        propertyName: row.propertyName,
        received: row.depositsReceived,
        refunded: row.refunded,
        applied: row.applied,
        excess: excessOf(row),
        held: row.depositHeld,
      })),
    },
  }
}
