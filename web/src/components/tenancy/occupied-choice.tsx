import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { useId } from 'react'
import { RadioCards } from '~/components/ui/choices.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { date, money } from '~/lib/format.ts'
import { DateField } from '../form/fields.tsx'
import { namesOf } from './members.ts'
import type { Question } from './tenant-fields.tsx'
import type { TenantFormApi } from './tenant-form.ts'

/** `join:<tenancy>` or `own`; '' until one is chosen. */
export type Choice = '' | 'own' | `join:${string}`

export const joined = (choice: Choice): string | undefined => (choice.startsWith('join:') ? choice.slice(5) : undefined)

const termsOf = ({ currentRent, endDate, unitName }: Tenancy) =>
  [unitName, currentRent !== null && `${money(currentRent)} a month`, endDate && `until ${date(endDate)}`]
    .filter(Boolean)
    .join(' · ')

interface Asked {
  tenancies: readonly Tenancy[]
  question: Question
  /** The tenant who moves in; absent for a new one. */
  tenant?: Tenant | undefined
  /** Asks for the day of moving in; absent: they join on the day on which they register. */
  form?: TenantFormApi
}

/** For an occupied home: asks how the tenant lives there, before anything is charged twice. */
export function OccupiedChoice({ tenancies, question: { value, onChange, isMissed, ref }, tenant, form }: Asked) {
  const asked = useId()
  const who = tenant?.firstName ?? 'the new tenant'
  const joins = joined(value) !== undefined
  const leaves = joins && tenant?.isActive && tenant.tenancyId !== null
  return (
    <Callout tone={isMissed ? 'danger' : 'warning'} title="Someone already lives there" className="sm:col-span-2">
      <p id={asked} role={isMissed ? 'alert' : undefined} className="mb-3">
        {isMissed
          ? `Choose how ${who} lives there.`
          : `How will ${who} live there? If this is the wrong home, choose another one above.`}
      </p>
      <RadioCards
        ref={ref}
        aria-label={`How ${who} lives there`}
        aria-describedby={asked}
        aria-invalid={isMissed}
        aria-required
        value={value}
        onValueChange={onChange}
        options={[
          ...tenancies.map((tenancy) => ({
            value: `join:${tenancy.id}` as const,
            label: `Together with ${namesOf(tenancy)}`,
            hint: `Shares their tenancy: one rent, one ledger. ${termsOf(tenancy)}`,
          })),
          {
            value: 'own' as const,
            label: 'With a separate tenancy',
            hint: 'For a room or a share of the home, or once the others have moved out. Rent and ledger are separate.',
          },
        ]}
      />
      {joins && form && (
        <div className="mt-4 max-w-60">
          <DateField control={form.control} name="joinedOn" label="Moved In On" hint="Defaults to today." optional />
        </div>
      )}
      {joins && <p className="mt-3">{who} sees that whole ledger, including earlier charges and payments.</p>}
      {leaves && (
        <p className="mt-3">
          {who} leaves {tenant.propertyName ?? 'their own tenancy'} today. What was charged until then stays on that
          ledger, and what was paid for later days becomes credit there.
        </p>
      )}
    </Callout>
  )
}
