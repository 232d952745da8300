import { frameOf, money, sumOf, text } from './columns.ts'
import { type AgedRow, ageingOf } from '../ageing.ts'
import type { ReportScope } from '../report-day.ts'
import type { ReportDocument } from './report-document.ts'

export function ageingDocument(scope: ReportScope, rows: AgedRow[]): ReportDocument {
  const sum = (of: 'notDue' | 'to30' | 'to60' | 'to90' | 'over90' | 'total') => sumOf(rows, (row) => row[of])
  const sums = {
    notDue: sum('notDue'),
    to30: sum('to30'),
    to60: sum('to60'),
    to90: sum('to90'),
    over90: sum('over90'),
    total: sum('total'),
  }
  const { totals, basis } = ageingOf(scope.day, sums)
  return {
    ...frameOf(scope, 'ageing', 'Aged receivables'),
    isWide: true,
    tables: [
      {
        columns: [
          text('Tenants'),
          text('Property'),
          money('0 to 30 days', 76),
          money('31 to 60', 76),
          money('61 to 90', 76),
          money('Over 90', 76),
          money('Total due', 76),
          money('Not due yet', 76),
        ],
        rows: rows.map((row) => [
          row.tenantName,
          row.propertyName,
          row.to30,
          row.to60,
          row.to90,
          row.over90,
          row.total,
          row.notDue,
        ]),
        totals: ['Total', null, totals.to30, totals.to60, totals.to90, totals.over90, totals.total, totals.notDue],
        empty: 'Nothing is owed',
      },
    ],
    notes: ['Days are counted from the due date, which is day 0. The total due leaves out what is not due yet.'],
    data: { totals, basis, rows },
  }
}
