import type { ReportScope } from '../report-day.ts'
import type { RollRow, RollTotals } from '../rent-roll/types.ts'
import { count, frameOf, money, text } from './columns.ts'
import type { ReportDocument } from './report-document.ts'

const rollStatuses = {
  vacant: 'Vacant',
  upcoming: 'Upcoming',
  active: 'Active',
  month_to_month: 'Month to month',
  holdover: 'Holdover',
  ended: 'Ended',
  open: 'No dates',
} as const

export function rentRollDocument(scope: ReportScope, rows: RollRow[], totals: RollTotals): ReportDocument {
  const frame = frameOf(scope, 'rent-roll', 'Rent roll')
  return {
    ...frame,
    details: [...frame.details, ['Units', `${totals.units}, of which ${totals.occupied} occupied`]],
    isWide: true,
    tables: [
      {
        columns: [
          text('Property'),
          text('Unit', 44),
          text('Tenants'),
          text('Status', 46),
          text('From', 41),
          text('To', 41),
          money('Market rent', 44),
          money('Rent', 44),
          money('Deposit', 44),
          money('Balance', 44),
          money('Credit, prepaid', 40),
          count('Days late', 24),
        ],
        rows: rows.map((row) => [
          row.propertyName,
          row.unitName,
          row.tenants,
          rollStatuses[row.status],
          row.startDate,
          row.movedOutOn ?? row.endDate,
          row.marketRent,
          row.rent,
          row.depositHeld,
          row.balance,
          row.credit,
          row.daysPastDue,
        ]),
        totals: [
          'Total',
          null,
          null,
          null,
          null,
          null,
          totals.marketRent,
          totals.rent,
          totals.depositHeld,
          totals.balance,
          totals.credit,
          null,
        ],
        empty: 'No units',
      },
    ],
    notes: [
      'Balance: open on charges due by that day. Credit, prepaid: received or credited and not used yet, and prepaid rent, which pays charges that are not due yet. Tenants who left with an open balance are listed as ended. The total of the rents leaves out upcoming and ended tenancies.',
    ],
    data: { totals, rows },
  }
}
