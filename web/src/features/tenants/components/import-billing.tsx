import { nextDueDate } from '~/components/tenancy/next-due-date.ts'
import { RadioCards } from '~/components/ui/choices.tsx'
import { DateInput } from '~/components/ui/input.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { plural, today } from '~/lib/format.ts'

/** From when the rents of leases that have begun are charged; an empty value is the start of each lease. */
export function BilledFrom({
  begun,
  value,
  onChange,
}: {
  begun: number
  value: string
  onChange: (day: string) => void
}) {
  return (
    <Callout tone="info" title={`${plural(begun, 'lease')} started before today`} className="mb-3">
      <RadioCards
        aria-label="Rents due before today"
        value={value ? 'later' : 'all'}
        onValueChange={(choice) => onChange(choice === 'later' ? nextDueDate(1, today()) : '')}
        options={[
          {
            value: 'all' as const,
            label: 'Bill from the lease start',
            hint: 'Every rent since then is charged; those due before today are past due.',
          },
          {
            value: 'later' as const,
            label: 'Bill from a later day',
            hint: 'Choose this if earlier rents were billed or paid elsewhere.',
          },
        ]}
      />
      {value && (
        <DateInput
          aria-label="Bill from"
          className="mt-3 max-w-48"
          required
          value={value}
          onChange={(event) => event.target.value && onChange(event.target.value)}
        />
      )}
    </Callout>
  )
}
