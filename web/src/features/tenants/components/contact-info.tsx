import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useTenantHistoryInfiniteQuery } from '~/api/tenants.ts'
import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { ago, date, dateTime, list, money } from '~/lib/format.ts'
import { fieldName } from '../words.ts'
import { phoneText } from '~/lib/phone-href.ts'

export const link = 'underline decoration-line-strong underline-offset-4 hover:decoration-current'

export function ContactInfo({ tenant }: { tenant: Tenant }) {
  const { email, phone, emergencyContactName, emergencyContactPhone } = tenant
  return (
    <SectionCard title="Contact Information">
      <Details
        items={[
          {
            label: 'Email',
            value: (
              <a href={`mailto:${email}`} className={link}>
                {email}
              </a>
            ),
          },
          { label: 'Phone', value: phone && <PhoneLink number={phone} /> },
          { label: 'Date of birth', value: date(tenant.dateOfBirth) },
          { label: 'Employer', value: tenant.employerName },
          { label: 'Monthly income', value: money(tenant.monthlyIncome) },
          {
            label: 'Emergency contact',
            value: (emergencyContactName ?? emergencyContactPhone) && (
              <>
                {emergencyContactName}
                {emergencyContactPhone && (
                  <span className="block font-normal">
                    <PhoneLink number={emergencyContactPhone} />
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
      <ChangedByTenant tenantId={tenant.id} />
    </SectionCard>
  )
}

const personal = [
  'phone',
  'dateOfBirth',
  'emergencyContactName',
  'emergencyContactPhone',
  'employerName',
  'monthlyIncome',
]

/** What the tenant changed last, and when. */
function ChangedByTenant({ tenantId }: { tenantId: string }) {
  // The history card of the page has the same list.
  const { data } = useTenantHistoryInfiniteQuery({ id: tenantId, limit: 10 })
  for (const { by, at, changes } of itemsOf(data)) {
    const fields = changes.flatMap(({ field }) => (personal.includes(field) ? [fieldName(field)] : []))
    if (by !== 'tenant' || fields.length === 0) continue
    const [first = '', ...others] = fields
    return (
      <p className="mt-4 border-t border-line pt-3 text-sm text-muted" title={dateTime(at)}>
        {list([first, ...others.map((name) => name.toLowerCase())])} changed by the tenant, {ago(at)}
      </p>
    )
  }
  return null
}

function PhoneLink({ number }: { number: string }) {
  return (
    <a href={`tel:${number.replaceAll(/[^+\d]/g, '')}`} className={link}>
      {phoneText(number)}
    </a>
  )
}
