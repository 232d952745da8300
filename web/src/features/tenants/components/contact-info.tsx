import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { date, money } from '~/lib/format.ts'

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
    </SectionCard>
  )
}

function PhoneLink({ number }: { number: string }) {
  return (
    <a href={`tel:${number.replaceAll(/[^+\d]/g, '')}`} className={link}>
      {number}
    </a>
  )
}
