import { Link } from 'react-router-dom'
import { useSummarizePaymentsQuery } from '~/api/payments.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { monthOf } from '~/lib/dates.ts'
import { headlineMoney, month, today } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

/** How much of this month's dues has been received, as a bar. Nothing if nothing is due. */
export function MonthCard() {
  const { data } = useSummarizePaymentsQuery(monthOf(today()))
  if (!data) return null
  const { paid, partial, pending, overdue } = data.byStatus
  const received = (paid?.received ?? 0) + (partial?.received ?? 0)
  const late = overdue?.open ?? 0
  const open = (partial?.open ?? 0) + (pending?.open ?? 0)
  const due = received + late + open
  if (due === 0) return null
  const share = (part: number) => ({ width: `${(part / due) * 100}%` })
  return (
    <SectionCard
      title={month(today())}
      action={
        <Button asChild variant="ghost" size="sm">
          <Link to={paths.payments}>Payments</Link>
        </Button>
      }
    >
      <p>
        <span className="figures text-2xl font-semibold tracking-tight">{headlineMoney(received)}</span>
        <span className="text-muted"> of {headlineMoney(due)} due is in</span>
      </p>
      <div aria-hidden className="mt-3 flex h-2 gap-0.5 overflow-hidden rounded-full bg-line">
        <span className="bg-pine" style={share(received)} />
        <span className="bg-danger" style={share(late)} />
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <Key mark="bg-pine" label="Collected" amount={received} />
        <Key mark="bg-danger" label="Overdue" amount={late} />
        <Key mark="bg-line-strong" label="Not due yet" amount={open} />
      </ul>
    </SectionCard>
  )
}

function Key({ mark, label, amount }: { mark: string; label: string; amount: number }) {
  if (amount === 0) return null
  return (
    <li className="flex items-center gap-1.5 text-muted">
      <span aria-hidden className={`size-2 rounded-full ${mark}`} />
      {label} <span className="figures font-medium text-ink">{headlineMoney(amount)}</span>
    </li>
  )
}
