import { frameOf, money, sumOf, text } from './columns.ts'
import type { ReportScope } from '../report-day.ts'
import type { AccountRow } from '../report-figures.ts'
import type { ReportDocument } from './report-document.ts'

export function depositsDocument(scope: ReportScope, accounts: AccountRow[]): ReportDocument {
  const rows = accounts
    .filter((row) => row.depositsReceived !== 0 || row.refunded !== 0 || row.applied !== 0)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.tenantId < b.tenantId ? -1 : 1))
  const totals = {
    received: sumOf(rows, (row) => row.depositsReceived),
    refunded: sumOf(rows, (row) => row.refunded),
    applied: sumOf(rows, (row) => row.applied),
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
          money('Held', 72),
        ],
        rows: rows.map((row) => [
          row.name,
          row.propertyName,
          row.depositsReceived,
          row.refunded,
          row.applied,
          row.depositHeld,
        ]),
        totals: ['Total', null, totals.received, totals.refunded, totals.applied, totals.held],
        empty: 'No deposits',
      },
    ],
    notes: ['Held is what was received, less refunds and what was applied to charges.'],
    data: {
      totals,
      rows: rows.map(
        ({ tenantId, name, propertyId, propertyName, depositsReceived, refunded, applied, depositHeld }) => ({
          tenantId,
          tenantName: name,
          propertyId,
          propertyName,
          received: depositsReceived,
          refunded,
          applied,
          held: depositHeld,
        }),
      ),
    },
  }
}
