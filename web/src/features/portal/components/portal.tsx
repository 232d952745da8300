import { CalendarClock, CreditCard, ScrollText, Wrench } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useTenantPropertyQuery } from '~/api/properties.ts'
import { useTenantStatsQuery } from '~/api/tenant-payments.ts'
import { useListTenantMaintenanceInfiniteQuery } from '~/api/tenant-requests.ts'
import { OwnLedgerCard } from '~/components/money/ledger-card.tsx'
import { BannerButton, WelcomeBanner } from '~/components/portal/welcome-banner.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { isOpen, type Profile, type Request } from '../words.ts'
import { Dialogs, type OpenDialog } from './dialogs.tsx'
import { DocumentsCard } from './documents-card.tsx'
import { InstallHint } from './install-hint.tsx'
import { LandlordCard } from './landlord-card.tsx'
import { LeaseCard } from './lease-card.tsx'
import { OnboardingCard } from './onboarding-card.tsx'
import { PaymentsCard } from './payments-card.tsx'
import { PropertyCard } from './property-card.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RequestsCard } from './requests-card.tsx'
import { StatCards } from './stat-cards.tsx'

interface Props {
  profile: Profile
  /** The head of the page, with the number of open requests once it is known. */
  header: (openRequests: number | undefined) => ReactNode
  /** Of the preview: explains what would open. */
  notify?: (what: NonNullable<OpenDialog>) => void
}

/** The portal's first screen: of a tenant, and of the preview. */
export function Portal({ profile, header, notify }: Props) {
  const [open, setDialog] = useState<OpenDialog>(null)
  const setOpen = notify ?? setDialog
  const { data: stats, isLoading } = useTenantStatsQuery()
  const { data: home } = useTenantPropertyQuery()
  const { data: requests, isLoading: isCounting } = useListTenantMaintenanceInfiniteQuery({ limit: 100 })
  const waiting = itemsOf(requests).filter(isOpen)
  const toPick = waiting.filter(({ timesToPick }) => timesToPick > 0)
  const urgent = waiting.filter(({ priority }) => priority === 'high' || priority === 'emergency').length

  return (
    <>
      {header(requests && waiting.length)}
      {!profile.isActive && (
        <Callout tone="warning" className="mb-4" title="Your tenancy has ended">
          You can still see what you owe and your receipts, in the ledger below. For anything else, please contact your
          landlord.
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
      <VisitsToPick requests={toPick} />
      <StatCards
        stats={stats}
        profile={profile}
        requests={requests && { open: waiting.length, urgent }}
        loading={isLoading || isCounting}
      />
      {!notify && <InstallHint />}
      {profile.isActive && <OnboardingCard />}
      {/* On a phone: the quick actions, then money and requests, then the rest. */}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="lg:col-start-2">
          <QuickActions onContact={() => setOpen('contact')} />
        </div>
        <div className="grid grid-cols-1 gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <PaymentsCard />
          <LedgerOnRequest />
          <RequestsCard />
        </div>
        <div className="grid grid-cols-1 gap-4 lg:col-start-2">
          <LandlordCard />
          <DocumentsCard />
          <PropertyCard title="Property Information" />
          <LeaseCard profile={profile} />
        </div>
      </div>
      <Dialogs open={open} on="portal" stats={stats} onClose={() => setDialog(null)} />
    </>
  )
}

/** Offered times wait for the tenant: nobody comes until one is picked. */
function VisitsToPick({ requests }: { requests: readonly Request[] }) {
  return requests.map(({ id, title, timesToPick }) => (
    <Callout
      key={id}
      tone="warning"
      className="mb-4"
      icon={<CalendarClock aria-hidden />}
      title={`Pick a time for “${title}”`}
      action={
        <Button size="sm" asChild>
          <Link to={paths.tenantRequest(id)}>See {plural(timesToPick, 'time')}</Link>
        </Button>
      }
    >
      A visit is offered. It takes place once you have picked a time.
    </Callout>
  ))
}

function LedgerOnRequest() {
  const [isShown, setIsShown] = useState(false)
  if (isShown) return <OwnLedgerCard />
  return (
    <Button
      variant="secondary"
      icon={<ScrollText aria-hidden />}
      className="justify-self-start"
      onClick={() => setIsShown(true)}
    >
      Show ledger and statement
    </Button>
  )
}
