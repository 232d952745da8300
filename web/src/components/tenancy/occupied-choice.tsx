import type { Tenancy } from '@keyhold/contracts/tenancies'
import { RadioCards } from '~/components/ui/choices.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { date, fullName, list, money } from '~/lib/format.ts'

/** `join:<tenancy>` or `own`; '' while nothing was chosen. */
export type Choice = '' | 'own' | `join:${string}`

export const joined = (choice: Choice): string | undefined => (choice.startsWith('join:') ? choice.slice(5) : undefined)

const namesOf = ({ tenants }: Tenancy) => list(tenants.filter(({ leftOn }) => leftOn === null).map((tenant) => fullName(tenant)))

const termsOf = ({ currentRent, endDate, unitName }: Tenancy) =>
  [unitName, currentRent !== null && `${money(currentRent)} a month`, endDate && `until ${date(endDate)}`].filter(Boolean).join(' · ')

/** Somebody lives there already: asks what the new tenant is to them, before anything is charged twice. */
export function OccupiedChoice({
  tenancies,
  value,
  onChange,
  error,
}: {
  tenancies: readonly Tenancy[]
  value: Choice
  onChange: (choice: Choice) => void
  error: boolean
}) {
  return (
    <Callout tone={error ? 'danger' : 'warning'} title="Somebody lives there already" className="sm:col-span-2">
      <p className="mb-3">
        {error
          ? 'Please say how the new tenant lives there.'
          : 'How will the new tenant live there? If you chose the wrong home, choose another one above.'}
      </p>
      <RadioCards
        aria-label="How the new tenant lives there"
        className="sm:grid-cols-1"
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
