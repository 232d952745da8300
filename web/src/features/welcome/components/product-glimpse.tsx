import { Wrench } from 'lucide-react'
import { Avatar } from '~/components/ui/avatar.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { money } from '~/lib/format.ts'

const rents = [
  { name: 'Mia Torres', home: '14 Maple Street', amount: 1850, status: 'paid' },
  { name: 'Owen Park', home: 'Harbor Loft 3B', amount: 2400, status: 'paid' },
  { name: 'Priya Nair', home: '208 Cedar Avenue', amount: 1625, status: 'partial' },
  { name: 'Lucas Meyer', home: 'Birch Duplex, upper', amount: 1480, status: 'pending' },
]

/** A picture of the product, drawn with its own parts. Sample data; nothing in it can be pressed or read out. */
export function ProductGlimpse() {
  return (
    <div aria-hidden className="relative">
      <div className="absolute -inset-x-6 -top-6 bottom-10 -z-1 rounded-xl bg-pine-soft phone:-inset-x-4" />
      <div className="rounded-xl border border-line bg-surface shadow-float">
        <div className="border-b border-line p-5">
          <div className="flex items-baseline justify-between gap-4">
            <p className="text-sm font-medium text-muted">Rent received in November</p>
            <p className="text-sm text-muted">7 of 9 paid</p>
          </div>
          <p className="figures mt-1 text-3xl font-semibold tracking-tight">
            $14,275 <span className="text-lg font-normal text-muted">of $17,380</span>
          </p>
          <div className="mt-4 flex h-2 gap-0.5 overflow-hidden rounded-full bg-line">
            <div className="w-[76%] rounded-full bg-pine" />
            <div className="w-[6%] rounded-full bg-brass-mark" />
          </div>
        </div>
        <div className="divide-y divide-line pb-6">
          {rents.map(({ name, home, amount, status }) => (
            <div key={name} className="flex items-center gap-3 px-5 py-3">
              <Avatar name={name} />
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{name}</p>
                <p className="truncate text-sm text-muted">{home}</p>
              </div>
              <p className="figures hidden font-medium sm:block">{money(amount)}</p>
              <StatusBadge status={status} />
            </div>
          ))}
        </div>
      </div>
      <p className="absolute -top-0.5 right-5 -translate-y-full pb-1.5 text-xs text-pine">Sample portfolio</p>
      <div className="relative -mt-4 ml-auto flex w-[88%] items-center gap-3 rounded-lg border border-line bg-surface p-4 shadow-float md:-mr-4">
        <span className="grid size-9 shrink-0 place-items-center rounded-md bg-brass-soft text-brass">
          <Wrench className="size-4.5" />
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">Water under the kitchen sink</p>
          <p className="truncate text-sm text-muted">14 Maple Street · plumber comes today, 2 PM</p>
        </div>
        <StatusBadge status="high" label="High" />
      </div>
    </div>
  )
}
