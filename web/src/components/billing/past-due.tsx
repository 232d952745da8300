import { Callout } from '~/components/ui/states.tsx'
import { dayOf } from '~/lib/format.ts'
import { PayInvoice } from './pay-invoice.tsx'

/** A failed renewal, with a button to pay it. */
export function PastDue({ since, className }: { since: string | null; className?: string }) {
  return (
    <Callout tone="danger" title="Your last payment failed" className={className} action={<PayInvoice />}>
      The renewal due on {dayOf(since)} could not be collected. Pay it now to keep your plan.
    </Callout>
  )
}
