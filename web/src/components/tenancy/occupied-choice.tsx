import type { Tenancy } from '@keyhold/contracts/tenancies'
import { useId } from 'react'
import { RadioCards } from '~/components/ui/choices.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { date, money } from '~/lib/format.ts'
import { namesOf } from './members.ts'
import type { Question } from './tenant-fields.tsx'

/** `join:<tenancy>` or `own`; '' while nothing was chosen. */
export type Choice = '' | 'own' | `join:${string}`

export const joined = (choice: Choice): string | undefined => (choice.startsWith('join:') ? choice.slice(5) : undefined)

const termsOf = ({ currentRent, endDate, unitName }: Tenancy) =>
  [unitName, currentRent !== null && `${money(currentRent)} a month`, endDate && `until ${date(endDate)}`].filter(Boolean).join(' · ')

/** Somebody lives there already: asks what the new tenant is to them, before anything is charged twice. */
export function OccupiedChoice({ tenancies, question: { value, onChange, isMissed, ref } }: { tenancies: readonly Tenancy[]; question: Question }) {
  const asked = useId()
  return (
    <Callout tone={isMissed ? 'danger' : 'warning'} title="Somebody lives there already" className="sm:col-span-2">
      <p id={asked} role={isMissed ? 'alert' : undefined} className="mb-3">
        {isMissed
          ? 'Please say how the new tenant lives there.'
          : 'How will the new tenant live there? If you chose the wrong home, choose another one above.'}
      </p>
      <RadioCards
        ref={ref}
        aria-label="How the new tenant lives there"
        aria-describedby={asked}
        aria-invalid={isMissed}
        aria-required
        value={value}
        onValueChange={onChange}
        options={[
          ...tenancies.map((tenancy) => ({
            value: `join:${tenancy.id}` as const,
            label: `Together with ${namesOf(tenancy)}`,
            hint: `Co-tenant of their tenancy: one rent, one ledger. ${termsOf(tenancy)}`,
          })),
          { value: 'own' as const, label: 'With a tenancy of their own', hint: 'A room, or a share: rent and ledger apart from the others.' },
        ]}
      />
    </Callout>
  )
}
