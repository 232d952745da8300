import type { RentPreview } from '@keyhold/contracts/payments/rent-changes'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { prorationOptions } from '~/components/money/words.ts'
import { Checkbox, RadioCards } from '~/components/ui/choices.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { date, money, plural } from '~/lib/format.ts'
import { NumberField } from '../form/fields.tsx'
import { SelectField } from '../form/select-field.tsx'
import type { TenantFormApi } from './tenant-form.ts'
import type { RentTerms } from './use-rent-terms.ts'

/** When the first rents of a lease are due, what the first one costs, and what the dates of the lease leave open. */
export function RentTermsFields({ form, terms }: { form: TenantFormApi; terms: RentTerms }) {
  const { preview } = terms
  return (
    <>
      <NumberField
        control={form.control}
        name="dueDay"
        label="Day rent is due"
        step="1"
        hint="Defaults to the day the lease starts."
        optional
      />
      <SelectField control={form.control} name="proration" label="Partial month" options={prorationOptions} />
      {preview?.previous && <SharedMonth form={form} previous={preview.previous} />}
      {preview?.first?.isPart && <FirstRent first={preview.first} />}
      {preview?.past && <PastRents form={form} past={preview.past} />}
      {terms.isShort && <AfterTermQuestion terms={terms} />}
    </>
  )
}

const FirstRent = ({ first }: { first: NonNullable<RentPreview['first']> }) => (
  <p className="text-sm text-muted sm:col-span-2" aria-live="polite">
    First rent, {date(first.from)} to {date(first.to)}: <span className="figures text-ink">{first.formula}</span>, due{' '}
    {date(first.dueDate)}.
  </p>
)

/** Rents that were due before today are charged unless the landlord billed them elsewhere. */
function PastRents({ form, past }: { form: TenantFormApi; past: NonNullable<RentPreview['past']> }) {
  const { field } = useController({ control: form.control, name: 'billFrom' })
  const { count, total, billFrom } = past
  const rents = plural(count, 'rent')
  const charged = `${rents} due before today, ${money(total)} in total, will be charged as past due.`
  if (billFrom === null)
    return (
      <p className="text-sm text-muted sm:col-span-2" aria-live="polite">
        {charged}
      </p>
    )
  return (
    <Callout tone="info" title={`${rents} due before today`} className="sm:col-span-2">
      <RadioCards
        aria-label="Rents due before today"
        value={field.value ? 'later' : 'all'}
        onValueChange={(choice) => field.onChange(choice === 'later' ? billFrom : '')}
        options={[
          { value: 'all' as const, label: 'Bill from the lease start', hint: charged },
          {
            value: 'later' as const,
            label: `Bill from ${date(billFrom)}`,
            hint: 'Choose this if earlier rents were billed or paid elsewhere.',
          },
        ]}
      />
    </Callout>
  )
}

/** Whether the first rent completes the month that the previous tenants pay in part. */
function SharedMonth({ form, previous }: { form: TenantFormApi; previous: NonNullable<RentPreview['previous']> }) {
  const id = useId()
  const { field } = useController({ control: form.control, name: 'splitAfter' })
  return (
    <div className="flex items-start gap-2.5 sm:col-span-2">
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={field.value === previous.lastDay}
        onCheckedChange={(checked) => field.onChange(checked === true ? previous.lastDay : '')}
      />
      <label htmlFor={id}>
        <span className="font-medium">Charge the rest of that month</span>
        <span className="block text-sm text-muted">
          {previous.names} pay until {date(previous.lastDay)}. Together, both parts add up to a full month.
        </span>
      </label>
    </div>
  )
}

function AfterTermQuestion({ terms: { preview, afterTerm, onAfterTerm, isMissed, ref } }: { terms: RentTerms }) {
  const asked = useId()
  return (
    <Callout
      tone={isMissed ? 'danger' : 'info'}
      title="The lease is shorter than twelve months"
      className="sm:col-span-2"
    >
      <p id={asked} role={isMissed ? 'alert' : undefined} className="mb-3">
        {isMissed ? 'Choose whether billing ends with the lease.' : 'Does billing end with the lease?'}
      </p>
      <RadioCards
        ref={ref}
        aria-label="After the end of the lease"
        aria-describedby={asked}
        aria-invalid={isMissed}
        aria-required
        value={afterTerm}
        onValueChange={onAfterTerm}
        options={[
          {
            value: 'ends' as const,
            label: 'Billing ends with the lease',
            hint:
              afterTerm === 'ends' && preview?.last
                ? `${plural(preview.count, 'rent')}; the last one is ${money(preview.last.amount)}, due ${date(preview.last.dueDate)}.`
                : 'No rent is charged after the lease ends.',
          },
          {
            value: 'goes-on' as const,
            label: 'It continues month to month',
            hint: 'Rents are charged until they move out.',
          },
        ]}
      />
    </Callout>
  )
}
