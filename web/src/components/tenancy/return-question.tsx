import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { useId } from 'react'
import { RadioCards } from '~/components/ui/choices.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { date, list } from '~/lib/format.ts'
import type { Return } from './use-return.ts'

/** For a former tenant who is set active: asks whether they ever left, which decides the rents they owe. */
export function ReturnQuestion({
  tenant,
  asked: { leftOn, value, onChange, isMissed, ref },
}: {
  tenant: Tenant
  asked: Return
}) {
  const asked = useId()
  const { firstName } = tenant
  const others = list(tenant.coTenants.map(({ name }) => name))
  return (
    <Callout
      tone={isMissed ? 'danger' : 'warning'}
      title={`${firstName} moved out on ${date(leftOn)}`}
      className="sm:col-span-2"
    >
      <p id={asked} role={isMissed ? 'alert' : undefined} className="mb-3">
        {isMissed
          ? `Choose how ${firstName} returns.`
          : `How is ${firstName} returning? This determines which rents are charged.`}
      </p>
      <RadioCards
        ref={ref}
        aria-label={`How ${firstName} returns`}
        aria-describedby={asked}
        aria-invalid={isMissed}
        aria-required
        value={value}
        onValueChange={onChange}
        options={[
          {
            value: 'again' as const,
            label: 'They move in again',
            hint: 'Their previous tenancy stays in the history. Nothing is charged for the time in between.',
          },
          {
            value: 'back' as const,
            label: 'The move-out was a mistake',
            hint: others
              ? `They lived there all along, with ${others}. The tenancy continues unchanged.`
              : `They lived there all along. The rents since ${date(leftOn)} are charged.`,
          },
        ]}
      />
    </Callout>
  )
}
