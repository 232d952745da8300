import { Link } from 'react-router-dom'
import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { date, fullName, list, money } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { phoneText } from '~/lib/phone-href.ts'
import type { Profile } from '../words.ts'

/** The lease as the landlord entered it, and how the landlord reaches the tenant. */
export function LeaseCard({ profile }: { profile: Profile }) {
  const { nextRent, coTenants, rentShare } = profile
  return (
    <SectionCard title="Lease and contact">
      <Details
        className="grid-cols-2"
        items={[
          { label: 'Lease start', value: date(profile.leaseStartDate) },
          { label: 'Lease end', value: date(profile.leaseEndDate) },
          {
            label: coTenants.length > 0 ? 'Monthly rent, all of you' : 'Monthly rent',
            value: <span className="figures">{money(profile.monthlyRent)}</span>,
          },
          ...(rentShare === null
            ? []
            : [{ label: 'Your share', value: <span className="figures">{money(rentShare)}</span> }]),
          ...(coTenants.length > 0 ? [{ label: 'Together with', value: list(coTenants) }] : []),
          ...(nextRent
            ? [
                {
                  label: `Rent from ${date(nextRent.startsOn)}`,
                  value: <span className="figures">{money(nextRent.monthlyRent)}</span>,
                },
              ]
            : []),
          ...(profile.unitName ? [{ label: 'Unit', value: profile.unitName }] : []),
          { label: 'Security deposit', value: <span className="figures">{money(profile.securityDeposit)}</span> },
        ]}
      />
      <div className="mt-4 border-t border-line pt-4">
        <Details
          columns={1}
          items={[
            { label: 'Your name', value: fullName(profile) },
            { label: 'Email', value: profile.email },
            { label: 'Phone', value: profile.phone && phoneText(profile.phone) },
          ]}
        />
        <p className="mt-3 text-sm text-muted">
          You can change your phone number in{' '}
          <Link to={paths.personalDetails} className="text-pine underline underline-offset-4">
            your profile
          </Link>
          . If anything else is wrong, ask your landlord to correct it.
        </p>
      </div>
    </SectionCard>
  )
}
