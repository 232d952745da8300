import type { ChangePreview } from '@keyhold/contracts/properties/stays/bookings'
import { money } from '~/lib/format.ts'
import { MoneyLine, MoneyLines } from './money-lines.tsx'

/** What changed dates cost, and the difference to what was agreed before. */
export function ChangeLines({ change }: { change: ChangePreview }) {
  return (
    <section aria-label="New price" aria-live="polite" className="rounded-lg border border-line p-4">
      <MoneyLines lines={change.lines} total={change.totalAfter} totalLabel="New total">
        <MoneyLine label="Before" value={money(change.totalBefore)} muted />
        {change.difference === 0 ? (
          <MoneyLine label="The price stays the same" value={money(0)} strong />
        ) : (
          <MoneyLine
            label={change.difference > 0 ? 'To be paid' : 'To be refunded'}
            value={money(Math.abs(change.difference))}
            strong
          />
        )}
      </MoneyLines>
    </section>
  )
}
