import type { ReportSummary } from '@keyhold/contracts/payments/reports'
import { moneyText, toCents, toDollars } from '@keyhold/kit/lib/money'
import type { CsvCell } from './csv.ts'
import { type AgedRow, ageingOf } from './ageing.ts'
import { dayText } from '../explain/format.ts'
import type { RollRow, RollTotals } from './rent-roll.ts'
import type { ReportScope } from './report-day.ts'
import type { ReportColumn, ReportDocument } from './report-document.ts'
import type { AccountRow } from './report-figures.ts'

const text = (title: string, width: number | '*' = '*'): ReportColumn => ({ title, width, kind: 'text' })
const money = (title: string, width = 68): ReportColumn => ({ title, width, kind: 'money' })
const count = (title: string, width = 40): ReportColumn => ({ title, width, kind: 'count' })

type Frame = Pick<ReportDocument, 'name' | 'title' | 'subtitle' | 'details' | 'madeAt' | 'parameters'>

function frameOf(scope: ReportScope, name: string, title: string): Frame {
  const { day, property, now } = scope
  return {
    name: `${name}-${day}`,
    title,
    subtitle: `As of ${dayText(day)}`,
    details: [
      ['As of', dayText(day)],
      ['Property', property?.name ?? 'All properties'],
    ],
    madeAt: now,
    parameters: { asOf: day, propertyId: property?.id ?? null, property: property?.name ?? null },
  }
}

const sumOf = <T>(rows: readonly T[], of: (row: T) => number): number =>
  toDollars(rows.reduce((sum, row) => sum + toCents(of(row)), 0))

const figureNames = {
  revenue: 'Revenue',
  charged: 'Charged',
  pending: 'Pending',
  outstanding: 'Outstanding',
  maintenanceCosts: 'Maintenance costs',
  netIncome: 'Net income',
} as const
const statusNames = { pending: 'Pending', paid: 'Paid', overdue: 'Overdue', partial: 'Partly paid' } as const
const requestNames = {
  open: 'Open',
  in_progress: 'In progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
} as const

export function financialDocument(scope: ReportScope, summary: ReportSummary): ReportDocument {
  const { period, from, to, previousFrom, previousTo, properties } = summary
  const frame = frameOf(scope, `financial-${period}`, 'Financial summary')
  const span = (first: string, last: string) => `${dayText(first)} to ${dayText(last)}`
  const figures = Object.entries(figureNames).map(([name, title]): CsvCell[] => {
    const { value, previous, change, basis } = summary[name as keyof typeof figureNames]
    return [title, value, previous, changeText(change), basis.formula]
  })
  const { occupancyRate } = summary
  const rate = [
    `Occupancy`,
    `${occupancyRate.value}%`,
    `${occupancyRate.previous}%`,
    changeText(occupancyRate.change),
    occupancyRate.basis.formula,
  ]
  return {
    ...frame,
    subtitle: span(from, to),
    details: [
      ['Period', `${period[0]?.toUpperCase()}${period.slice(1)}`],
      ['Compared with', span(previousFrom, previousTo)],
      ...frame.details,
    ],
    parameters: { period, from, to, previousFrom, previousTo, ...frame.parameters },
    isWide: false,
    tables: [
      {
        heading: 'Figures',
        columns: [
          text('Figure', 82),
          money('This period'),
          money('Period before'),
          { ...count('Change', 44) },
          text('How it came about'),
        ],
        rows: [...figures, rate],
        empty: '',
      },
      {
        heading: 'Properties',
        columns: [
          text('Property'),
          count('Units'),
          count('Lived in', 46),
          money('Revenue', 74),
          money('Outstanding', 74),
          money('Maintenance', 74),
          money('Net income', 74),
        ],
        rows: properties.map((row) => [
          row.name,
          row.units,
          row.occupiedUnits,
          row.revenue,
          row.outstanding,
          row.maintenanceCosts,
          row.netIncome,
        ]),
        totals: [
          'Total',
          properties.reduce((sum, { units }) => sum + units, 0),
          properties.reduce((sum, { occupiedUnits }) => sum + occupiedUnits, 0),
          ...(['revenue', 'outstanding', 'maintenanceCosts', 'netIncome'] as const).map((name) =>
            sumOf(properties, (row) => row[name]),
          ),
        ],
        empty: 'No properties',
      },
      {
        heading: 'Charges due within the period, by status',
        columns: [text('Status'), count('Charges', 60), money('Amount', 90)],
        rows: Object.entries(statusNames).map(([status, title]) => {
          const row = summary.paymentsByStatus[status as keyof typeof statusNames]
          return [title, row.count, row.amount]
        }),
        empty: '',
      },
      {
        heading: 'Maintenance requests by status',
        columns: [text('Status'), count('Requests', 60)],
        rows: Object.entries(requestNames).map(([status, title]) => [
          title,
          summary.maintenanceByStatus[status as keyof typeof requestNames],
        ]),
        empty: '',
      },
    ],
    notes: [
      `Security deposits held: ${moneyText(toCents(summary.depositsHeld))}. They are owed back and are no revenue.`,
    ],
    data: { ...summary },
  }
}

const changeText = (change: number | null) => (change === null ? '' : `${change}%`)

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
    details: [...frame.details, ['Units', `${totals.units}, of which ${totals.occupied} lived in`]],
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
          money('Credit', 40),
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
      'Balance: open on charges due by that day. Credit: received and not needed by any charge. Who left with something to settle stands as ended. The total of the rents leaves out who comes later and who left.',
    ],
    data: { totals, rows },
  }
}

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
    ...frameOf(scope, 'ageing', 'Ageing of what is owed'),
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
    notes: ['Days are counted from the due date, which is day 0. What is not due yet is no part of the total due.'],
    data: { totals, basis, rows },
  }
}

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
          money('Given back', 72),
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
    notes: ['Held is what was received less what was given back and what was applied to what was owed.'],
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
