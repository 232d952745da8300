import { CreditCard, ScrollText, Wrench } from 'lucide-react'
import { useState } from 'react'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useTenantPropertyQuery } from '~/api/properties.ts'
import { useTenantStatsQuery } from '~/api/tenant-payments.ts'
import { useListTenantMaintenanceInfiniteQuery } from '~/api/tenant-requests.ts'
import { OwnLedgerCard } from '~/components/money/ledger-card.tsx'
import { BannerButton, WelcomeBanner } from '~/components/portal/welcome-banner.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { fullName } from '~/lib/format.ts'
import { Dialogs, type OpenDialog } from '../components/dialogs.tsx'
import { LeaseCard } from '../components/lease-card.tsx'
import { Linked } from '../components/linked.tsx'
import { PaymentsCard } from '../components/payments-card.tsx'
import { PortalHeader } from '../components/portal-header.tsx'
import { PropertyCard } from '../components/property-card.tsx'
import { RequestsCard } from '../components/requests-card.tsx'
import { StatCards } from '../components/stat-cards.tsx'
import { isOpen, type Profile } from '../words.ts'

/** `/` and `/tenant-portal` of a tenant. */
export function Component() {
  return <Linked>{(profile) => <Portal profile={profile} />}</Linked>
}

function Portal({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState<OpenDialog>(null)
  const [showsLedger, setShowsLedger] = useState(false)
  const { data: stats, isLoading } = useTenantStatsQuery()
  const { data: home } = useTenantPropertyQuery()
  const { data: requests, isLoading: isCounting } = useListTenantMaintenanceInfiniteQuery({ limit: 100 })
  const waiting = itemsOf(requests).filter(isOpen)
  const urgent = waiting.filter(({ priority }) => priority === 'high' || priority === 'emergency').length

  return (
    <>
      <PortalHeader name={fullName(profile)} openRequests={requests && waiting.length} />
      {!profile.isActive && (
        <Callout tone="warning" className="mb-4" title="Your tenancy has ended">
          You can still see your payments and report what you paid. For anything else, please contact your landlord.
        </Callout>
      )}
      <WelcomeBanner firstName={profile.firstName} home={home?.name}>
        <BannerButton main icon={<CreditCard aria-hidden />} onClick={() => setOpen('payment')}>
          Make Payment
        </BannerButton>
        {/* The server accepts no new requests after the end of a tenancy; payments can still be reported. */}
        {profile.isActive && (
          <BannerButton icon={<Wrench aria-hidden />} onClick={() => setOpen('request')}>
            Submit New Request
          </BannerButton>
        )}
      </WelcomeBanner>
      <StatCards
        stats={stats}
        profile={profile}
        requests={requests && { open: waiting.length, urgent }}
        loading={isLoading || isCounting}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-1 gap-4">
          <PaymentsCard />
          {showsLedger ? (
            <OwnLedgerCard />
          ) : (
            <Button
              variant="secondary"
              icon={<ScrollText aria-hidden />}
              className="justify-self-start"
              onClick={() => setShowsLedger(true)}
            >
              Show ledger and statement
            </Button>
          )}
          <RequestsCard />
        </div>
        <div className="grid grid-cols-1 gap-4">
          <PropertyCard title="Property Information" />
          <LeaseCard profile={profile} />
        </div>
      </div>
      <Dialogs open={open} on="portal" stats={stats} onClose={() => setOpen(null)} />
    </>
  )
}
