import { CalendarDays, CreditCard, Eye, FileCheck2, History, MessageSquare, Wallet, Wrench } from 'lucide-react'
import { BannerButton, WelcomeBanner } from '~/components/portal/welcome-banner.tsx'
import { ActionButton, ActionList } from '~/components/ui/action-list.tsx'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { SectionCard, StatCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { date, money, month, relativeDate } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { sampleTenancy } from '../sample.ts'

/** What each button of the portal would do: the preview has no tenant. */
const notices = {
  pay: {
    title: 'Make Payment',
    description: 'A tenant reports a payment here. You see it under Payments and confirm it.',
  },
  history: {
    title: 'Payment history',
    description: 'A tenant sees every charge and payment here, with dates and confirmation numbers.',
  },
  request: {
    title: 'Maintenance request',
    description: 'A tenant describes what is broken here. It lands on your Maintenance list at once.',
  },
  contact: { title: 'Contact landlord', description: 'A tenant writes to you here, and reads your answers.' },
} as const

const show = (notice: keyof typeof notices) => () => toast(notices[notice])

/** `/tenant-view`: a preview of the tenant portal with sample content. */
export function Component() {
  const { firstName, lastName, home, rent, leaseEnd, nextDue, payments } = sampleTenancy()
  return (
    <>
      <PageHeader
        heading="Tenant Portal"
        badge={
          <Badge tone="brass" icon={<Eye aria-hidden />}>
            Preview
          </Badge>
        }
        description={`${firstName} ${lastName}`}
      />
      <Callout className="mb-4" title="Preview with sample content">
        This is what a tenant sees after signing in. The tenant, the home and the payments are made up; the buttons only
        say what they do.
      </Callout>
      <WelcomeBanner firstName={firstName} home={home.name}>
        <BannerButton main icon={<CreditCard aria-hidden />} onClick={show('pay')}>
          Make Payment
        </BannerButton>
        <BannerButton icon={<Wrench aria-hidden />} onClick={show('request')}>
          Submit New Request
        </BannerButton>
      </WelcomeBanner>
      <div className="mb-4 grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
        <StatCard label="Current Balance" icon={<Wallet aria-hidden />} value={money(0)} hint="You are all paid up" />
        <StatCard
          label="Next Payment"
          icon={<CalendarDays aria-hidden />}
          value={date(nextDue)}
          hint={`${money(rent)}, due ${relativeDate(nextDue)}`}
        />
        <StatCard
          label="Lease Status"
          icon={<FileCheck2 aria-hidden />}
          value="Active"
          hint={`Until ${date(leaseEnd)}`}
        />
        <StatCard label="Open Requests" icon={<Wrench aria-hidden />} value={0} hint="Nothing is waiting" />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-4">
          <SectionCard title="Recent Payments" padded={false}>
            <ul className="divide-y divide-line">
              {payments.map((payment) => (
                <Row key={payment.month} {...payment} />
              ))}
            </ul>
          </SectionCard>
          <ActionList title="Quick Actions">
            <ActionButton
              icon={<History aria-hidden />}
              label="Payment History"
              hint="Every charge and payment"
              onPress={show('history')}
            />
            <ActionButton
              icon={<Wrench aria-hidden />}
              label="Maintenance Request"
              hint="Report what is broken"
              onPress={show('request')}
            />
            <ActionButton
              icon={<MessageSquare aria-hidden />}
              label="Contact Landlord"
              hint="Write a message"
              onPress={show('contact')}
            />
          </ActionList>
        </div>
        <SectionCard title="Property Information">
          <p className="font-semibold">{home.name}</p>
          <address className="mb-4 text-muted not-italic">{home.address}</address>
          <Details
            className="grid-cols-2"
            items={[
              { label: 'Rent', value: <span className="figures">{money(rent)} a month</span> },
              { label: 'Type', value: home.type },
              { label: 'Rooms', value: home.rooms },
              { label: 'Lease end', value: date(leaseEnd) },
            ]}
          />
        </SectionCard>
      </div>
    </>
  )
}

function Row({ month: of, paidOn, amount }: ReturnType<typeof sampleTenancy>['payments'][number]) {
  return (
    <li className="flex items-start justify-between gap-4 px-5 py-3.5">
      <div>
        <p className="font-medium">Rent, {month(of)}</p>
        <p className="text-sm text-muted">Paid {date(paidOn)}</p>
      </div>
      <div className="grid justify-items-end gap-1">
        <span className="figures font-medium">{money(amount)}</span>
        <StatusBadge status="paid" />
      </div>
    </li>
  )
}
