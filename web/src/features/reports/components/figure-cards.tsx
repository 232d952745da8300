import type { ReportSummary } from '@keyhold/contracts/payments/reports'
import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { Formula, Why } from '~/components/ui/why.tsx'
import { cn } from '~/lib/cn.ts'
import { changeWords, type Figure, headFigures, inputsOf, shown } from '../words.ts'

/** The figures of the period, each with its change and its formula. */
export function FigureCards({ summary }: { summary: ReportSummary | undefined }) {
  return (
    <div className="mb-5 grid grid-cols-2 gap-4 lg:grid-cols-4">
      {headFigures.map((figure) => (
        <FigureCard key={figure.key} figure={figure} summary={summary} />
      ))}
    </div>
  )
}

function FigureCard({ figure: { key, label, good }, summary }: { figure: Figure; summary: ReportSummary | undefined }) {
  const figure = summary?.[key]
  return (
    <div className="grid content-start gap-1 rounded-lg border border-line bg-surface p-4 md:p-5">
      <div className="flex items-center justify-between gap-2">
        <p className="text-sm font-medium text-muted">{label}</p>
        {figure && (
          <Why of={label}>
            <Formula title={label} formula={figure.basis.formula} inputs={inputsOf(figure.basis)} />
          </Why>
        )}
      </div>
      {figure ? (
        <p className="figures text-2xl font-semibold tracking-tight">{shown(key, figure.value)}</p>
      ) : (
        <Skeleton className="my-1 h-7 w-24" />
      )}
      {figure ? <Change change={figure.change} good={good} /> : <Skeleton className="h-4 w-32" />}
    </div>
  )
}

function Change({ change, good }: { change: number | null; good: Figure['good'] }) {
  const direction = change === null || change === 0 ? null : change > 0 ? 'up' : 'down'
  const Arrow = direction === 'up' ? ArrowUpRight : ArrowDownRight
  return (
    <p className="flex items-center gap-1 text-sm text-muted">
      {direction && (
        <Arrow
          aria-hidden
          className={cn('size-3.5 shrink-0', good && (direction === good ? 'text-success' : 'text-danger'))}
        />
      )}
      {changeWords(change)}
    </p>
  )
}
