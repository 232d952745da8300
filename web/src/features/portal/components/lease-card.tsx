import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { date, fullName, money } from '~/lib/format.ts'
import type { Profile } from '../words.ts'

/** The lease as the landlord entered it, and how the landlord reaches the tenant. */
export function LeaseCard({ profile }: { profile: Profile }) {
  return (
    <SectionCard title="Lease and contact">
      <Details
        className="grid-cols-2"
        items={[
          { label: 'Lease start', value: date(profile.leaseStartDate) },
          { label: 'Lease end', value: date(profile.leaseEndDate) },
          { label: 'Monthly rent', value: <span className="figures">{money(profile.monthlyRent)}</span> },
          { label: 'Security deposit', value: <span className="figures">{money(profile.securityDeposit)}</span> },
        ]}
      />
      <div className="mt-4 border-t border-line pt-4">
        <Details
          columns={1}
          items={[
            { label: 'Your name', value: fullName(profile) },
            { label: 'E-mail', value: profile.email },
            { label: 'Phone', value: profile.phone },
          ]}
        />
        <p className="mt-3 text-sm text-muted">Something wrong here? Ask your landlord to correct it.</p>
      </div>
    </SectionCard>
  )
}
