import { plans, type Interval } from '@keyhold/contracts/billing/plans'
import { Check, Minus } from 'lucide-react'
import { UnbuiltMark } from '~/components/billing/plan-cards.tsx'
import { priceOf } from '~/components/billing/plans.ts'
import { cn } from '~/lib/cn.ts'
import { headlineMoney } from '~/lib/format.ts'
import { comparison } from '../comparison.ts'

const cellLook = 'px-1.5 py-3 text-center align-middle md:px-4'

/** All plans side by side; on phones the row labels wrap. */
export function ComparisonTable({ interval }: { interval: Interval }) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <table className="w-full table-fixed border-collapse text-sm md:text-base">
        <caption className="sr-only">What each plan includes</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="w-[34%] px-3 py-3 text-left font-medium text-muted md:px-5">
              Feature
            </th>
            {plans.map((plan) => (
              <th
                key={plan.id}
                scope="col"
                className={cn(cellLook, 'text-xs font-semibold md:text-base', plan.popular && 'bg-pine-soft')}
              >
                {plan.name}
                <span className="figures block text-xs font-normal text-muted md:text-sm">
                  {headlineMoney(priceOf(plan, interval))} / {interval}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {comparison.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row" className="px-3 py-3 text-left font-medium md:px-5">
                {name}
                <UnbuiltMark feature={name} />
              </th>
              {plans.map(({ id, popular }, index) => (
                <td key={id} className={cn(cellLook, popular && 'bg-pine-soft')}>
                  <Cell value={cells[index]!} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ value }: { value: boolean | string }) {
  if (typeof value === 'string') return <span className="figures text-xs font-medium md:text-base">{value}</span>
  const Icon = value ? Check : Minus
  return (
    <>
      <Icon aria-hidden className={cn('mx-auto size-4.5', value ? 'text-pine' : 'text-faint')} strokeWidth={2.4} />
      <span className="sr-only">{value ? 'Included' : 'Not included'}</span>
    </>
  )
}
