import { Mail, Phone, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOwnLandlordQuery } from '~/api/tenant-profile.ts'
import { ContactLink } from '~/components/contact-link.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'

/** Who the tenant rents from, and how to reach them. */
export function LandlordCard() {
  const { data: landlord, error, refetch } = useOwnLandlordQuery()
  return (
    <SectionCard title="Your Landlord">
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!landlord && !error && <Skeleton className="h-16 w-full" />}
      {landlord && (
        <ul className="grid gap-2.5">
          <Row icon={<UserRound aria-hidden />}>
            <span className="font-medium">{landlord.name || 'Your landlord'}</span>
          </Row>
          {landlord.phone && (
            <Row icon={<Phone aria-hidden />}>
              <ContactLink text={landlord.phone} />
            </Row>
          )}
          {landlord.email && (
            <Row icon={<Mail aria-hidden />}>
              <ContactLink text={landlord.email} />
            </Row>
          )}
        </ul>
      )}
    </SectionCard>
  )
}

function Row({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted">
      {icon}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}
