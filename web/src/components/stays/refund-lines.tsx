import type { Refund } from '@keyhold/contracts/properties/stays/bookings'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { money } from '~/lib/format.ts'
import { MoneyLine } from './money-lines.tsx'

/** What a cancellation refunds, line by line, and why. */
export function RefundLines({
  refund,
  error,
  onRetry,
}: {
  refund: Refund | undefined
  error: unknown
  onRetry: () => void
}) {
  if (!refund && error) return <ErrorState compact error={error} onRetry={onRetry} />
  if (!refund)
    return (
      <div aria-busy className="grid gap-2">
        <output className="sr-only">Computing the refund</output>
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-6 w-full" />
      </div>
    )
  return (
    <section aria-label="Refund" aria-live="polite" className="grid gap-2 rounded-lg border border-line p-4">
      <p className="text-muted">{refund.reason}</p>
      <dl className="grid gap-2">
        {refund.lines.map(({ name, paid, refund: back, basis }, index) => (
          <MoneyLine key={`${name} ${index}`} label={name} hint={`${money(paid)} paid. ${basis}`} value={money(back)} />
        ))}
        <MoneyLine label="Refund" value={money(refund.refundAmount)} strong />
        <MoneyLine label="Kept" value={money(refund.keptAmount)} muted />
      </dl>
    </section>
  )
}
