import type { ReportSummary } from '@keyhold/contracts/payments/reports'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { dayText } from '../../explain/format.ts'
import type { ReportScope } from '../report-day.ts'
import { count, frameOf, money, sumOf, text } from './columns.ts'
import type { CsvCell } from './csv.ts'
import type { ReportDocument, ReportTable } from './report-document.ts'

const figureNames = {
  revenue: 'Revenue',
  charged: 'Charged',
  pending: 'Pending',
  outstanding: 'Amount due',
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
          money('Previous period'),
          { ...count('Change', 44) },
          text('Calculation'),
        ],
        rows: [...figures, rate],
        empty: '',
      },
      propertiesTable(properties),
      openTable(summary),
      chargesTable(summary),
      requestsTable(summary),
    ],
    notes: [`Security deposits held: ${moneyText(toCents(summary.depositsHeld))}. They are a liability, not revenue.`],
    data: { ...summary },
  }
}

const changeText = (change: number | null) => (change === null ? '' : `${change}%`)

const propertiesTable = (properties: ReportSummary['properties']): ReportTable => ({
  heading: 'Properties',
  columns: [
    text('Property'),
    count('Units'),
    count('Occupied', 46),
    money('Revenue', 74),
    money('Amount due', 74),
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
})

/** Charged − cancelled − paid = the change of what is open. */
const openTable = ({ receivable, from, day }: ReportSummary): ReportTable => ({
  heading: 'What is open on charges, security deposits included; credit is not subtracted',
  columns: [text('Step'), money('Amount', 90)],
  rows: [
    [`Open before ${dayText(from)}`, receivable.opening],
    ['Charged', receivable.charged],
    ['Cancelled', -receivable.cancelled],
    ['Paid', -receivable.paid],
  ],
  totals: [`Open on ${dayText(day)}`, receivable.closing],
  empty: '',
})

const chargesTable = (summary: ReportSummary): ReportTable => ({
  heading: 'Charges due within the period, by status',
  columns: [text('Status'), count('Charges', 60), money('Amount', 90), money('Open', 90)],
  rows: Object.entries(statusNames).map(([status, title]) => {
    const row = summary.paymentsByStatus[status as keyof typeof statusNames]
    return [title, row.count, row.amount, row.open]
  }),
  empty: '',
})

const requestsTable = (summary: ReportSummary): ReportTable => ({
  heading: 'Maintenance requests by status',
  columns: [text('Status'), count('Requests', 60)],
  rows: Object.entries(requestNames).map(([status, title]) => [
    title,
    summary.maintenanceByStatus[status as keyof typeof requestNames],
  ]),
  empty: '',
})
