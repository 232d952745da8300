import type { RevenueRecord } from '@keyhold/contracts/properties/stays/analytics'
import type { ReactElement } from 'react'
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { SectionCard } from '~/components/ui/card.tsx'
import { compactMoney, headlineMoney, month, number } from '~/lib/format.ts'

const axis = {
  stroke: 'var(--muted)',
  tick: { fill: 'var(--muted)', fontSize: 12 },
  tickLine: false,
  axisLine: false,
} as const

interface ChartLine {
  key: 'totalRevenue' | 'netProfit' | 'occupancyRate'
  label: string
  color: string
}
const moneyLines: readonly ChartLine[] = [
  { key: 'totalRevenue', label: 'Revenue', color: 'var(--control)' },
  { key: 'netProfit', label: 'Net profit', color: 'var(--pine)' },
]
const occupancyLines: readonly ChartLine[] = [{ key: 'occupancyRate', label: 'Occupancy', color: 'var(--pine)' }]

const nameOf = (record: Pick<RevenueRecord, 'year' | 'month'>) =>
  month(`${record.year}-${String(record.month).padStart(2, '0')}-01`)
const inPercent = (value: number) => `${number(value)}%`

/** Revenue, profit and occupancy by month. The table below them says the same to screen readers. */
export function StayCharts({ months }: { months: readonly RevenueRecord[] }) {
  const rows = months.map((record) => ({ ...record, tick: nameOf(record).slice(0, 3), name: nameOf(record) }))
  const grid = <CartesianGrid vertical={false} stroke="var(--line)" />
  return (
    <div aria-hidden className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <Chart title="Revenue and net profit" legend={moneyLines}>
        <BarChart data={rows} barGap={2} accessibilityLayer={false}>
          {grid}
          <XAxis dataKey="tick" {...axis} />
          <YAxis {...axis} width={52} tickFormatter={compactMoney} />
          <Tooltip cursor={{ fill: 'var(--sunken)' }} content={<Tip lines={moneyLines} show={headlineMoney} />} />
          <Bar
            dataKey="totalRevenue"
            fill="var(--control)"
            radius={[3, 3, 0, 0]}
            maxBarSize={22}
            isAnimationActive={false}
          />
          <Bar dataKey="netProfit" fill="var(--pine)" radius={[3, 3, 0, 0]} maxBarSize={22} isAnimationActive={false} />
        </BarChart>
      </Chart>
      <Chart title="Occupancy">
        <LineChart data={rows} accessibilityLayer={false}>
          {grid}
          <XAxis dataKey="tick" {...axis} padding={{ left: 16, right: 16 }} />
          <YAxis {...axis} width={44} domain={[0, 100]} tickFormatter={inPercent} />
          <Tooltip
            cursor={{ stroke: 'var(--line-strong)' }}
            content={<Tip lines={occupancyLines} show={inPercent} />}
          />
          <Line
            dataKey="occupancyRate"
            stroke="var(--pine)"
            strokeWidth={2}
            dot={{ r: 3, fill: 'var(--pine)' }}
            isAnimationActive={false}
          />
        </LineChart>
      </Chart>
    </div>
  )
}

function Chart({
  title,
  legend = [],
  children,
}: {
  title: string
  legend?: readonly ChartLine[]
  children: ReactElement
}) {
  return (
    <SectionCard
      title={title}
      action={
        <ul className="flex gap-4 text-sm text-muted">
          {legend.map(({ key, label, color }) => (
            <li key={key} className="flex items-center gap-1.5">
              <span className="size-2 rounded-full" style={{ background: color }} />
              {label}
            </li>
          ))}
        </ul>
      }
    >
      <div className="h-56">
        <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 224 }}>
          {children}
        </ResponsiveContainer>
      </div>
    </SectionCard>
  )
}

/** The tooltip. `active` and `payload` come from the chart. */
function Tip({
  lines,
  show,
  active,
  payload,
}: {
  lines: readonly ChartLine[]
  show: (value: number) => string
  active?: boolean
  payload?: readonly { payload: RevenueRecord & { name: string } }[]
}) {
  const record = payload?.[0]?.payload
  if (!active || !record) return null
  return (
    <div className="rounded-md border border-line bg-surface px-3 py-2 text-sm shadow-float dark:bg-raised">
      <p className="font-medium">{record.name}</p>
      {lines.map(({ label, key }) => (
        <p key={key} className="flex justify-between gap-4 text-muted">
          {label} <span className="figures text-ink">{show(record[key])}</span>
        </p>
      ))}
    </div>
  )
}
