import type { reportSeries } from '@keyhold/contracts/payments/reports'
import type { ResponseOf } from '@keyhold/contracts/endpoint'
import type { ReactNode } from 'react'
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { SectionCard } from '~/components/ui/card.tsx'
import { compactMoney, date, headlineMoney, number } from '~/lib/format.ts'
import { spanWords, tickOf, type Period } from '../words.ts'

export type Point = ResponseOf<typeof reportSeries>['points'][number]

interface Strand {
  key: 'revenue' | 'charged' | 'arrears' | 'occupancyRate' | 'maintenanceCosts'
  label: string
  color: string
}

const money: readonly Strand[] = [
  { key: 'charged', label: 'Charged', color: 'var(--control)' },
  { key: 'revenue', label: 'Revenue', color: 'var(--pine)' },
]
const arrears: readonly Strand[] = [{ key: 'arrears', label: 'Arrears', color: 'var(--danger)' }]
const occupancy: readonly Strand[] = [{ key: 'occupancyRate', label: 'Occupancy', color: 'var(--pine)' }]

/** Revenue, arrears and occupancy over the previous periods: as charts, and as tables for screen readers. */
export function Charts({ points, period }: { points: readonly Point[]; period: Period }) {
  const rows = points.map((point) => ({ ...point, tick: tickOf(point, period) }))
  const axis = {
    stroke: 'var(--muted)',
    tick: { fill: 'var(--muted)', fontSize: 12 },
    tickLine: false,
    axisLine: false,
  } as const
  const grid = <CartesianGrid vertical={false} stroke="var(--line)" />
  const inMoney = <YAxis {...axis} width={52} tickFormatter={compactMoney} />
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <Chart title="Revenue" className="lg:col-span-2" points={points} strands={money} show={headlineMoney}>
        <BarChart data={rows} barGap={2} accessibilityLayer={false}>
          {grid}
          <XAxis dataKey="tick" {...axis} />
          {inMoney}
          <Tooltip cursor={{ fill: 'var(--sunken)' }} content={<Tip strands={money} show={headlineMoney} />} />
          {money.map(({ key, color }) => (
            <Bar key={key} dataKey={key} fill={color} radius={[3, 3, 0, 0]} maxBarSize={28} isAnimationActive={false} />
          ))}
        </BarChart>
      </Chart>
      <Chart title="Arrears" points={points} strands={arrears} show={headlineMoney}>
        <BarChart data={rows} accessibilityLayer={false}>
          {grid}
          <XAxis dataKey="tick" {...axis} />
          {inMoney}
          <Tooltip cursor={{ fill: 'var(--sunken)' }} content={<Tip strands={arrears} show={headlineMoney} />} />
          <Bar dataKey="arrears" fill="var(--danger)" radius={[3, 3, 0, 0]} maxBarSize={28} isAnimationActive={false} />
        </BarChart>
      </Chart>
      <Chart title="Occupancy" points={points} strands={occupancy} show={inPercent}>
        <LineChart data={rows} accessibilityLayer={false}>
          {grid}
          <XAxis dataKey="tick" {...axis} padding={{ left: 16, right: 16 }} />
          <YAxis {...axis} width={44} domain={[0, 100]} tickFormatter={inPercent} />
          <Tooltip cursor={{ stroke: 'var(--line-strong)' }} content={<Tip strands={occupancy} show={inPercent} />} />
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

const inPercent = (value: number) => `${number(value)}%`
type Show = (value: number) => string

function Chart({
  title,
  className,
  points,
  strands,
  show,
  children,
}: {
  title: string
  className?: string
  points: readonly Point[]
  strands: readonly Strand[]
  show: Show
  children: React.ReactElement
}) {
  return (
    <SectionCard
      title={title}
      className={className ?? ''}
      action={strands.length > 1 ? <Legend strands={strands} /> : undefined}
    >
      <div aria-hidden className="h-56">
        <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 224 }}>
          {children}
        </ResponsiveContainer>
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Period</th>
            {strands.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.from}>
              <th scope="row">{spanWords(point)}</th>
              {strands.map(({ key }) => (
                <td key={key}>{show(point[key])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </SectionCard>
  )
}

function Legend({ strands }: { strands: readonly Strand[] }): ReactNode {
  return (
    <ul aria-hidden className="flex gap-4 text-sm text-muted">
      {strands.map(({ key, label, color }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span className="size-2 rounded-full" style={{ background: color }} />
          {label}
        </li>
      ))}
    </ul>
  )
}

/** The tooltip. `active` and `payload` come from the chart. */
function Tip({
  strands,
  show,
  active,
  payload,
}: {
  strands: readonly Strand[]
  show: Show
  active?: boolean
  payload?: readonly { payload: Point }[]
}) {
  const point = payload?.[0]?.payload
  if (!active || !point) return null
  return (
    <div className="rounded-md border border-line bg-surface px-3 py-2 text-sm shadow-float dark:bg-raised">
      <p className="font-medium">{point.from === point.to ? date(point.from) : spanWords(point)}</p>
      {strands.map(({ key, label }) => (
        <p key={key} className="flex justify-between gap-4 text-muted">
          {label} <span className="figures text-ink">{show(point[key])}</span>
        </p>
      ))}
    </div>
  )
}
