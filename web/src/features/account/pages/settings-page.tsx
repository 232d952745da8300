import { lazy, Suspense } from 'react'
import { useUser } from '~/api/client/session.ts'
import { useSubscriptionStatusQuery } from '~/api/subscriptions.ts'
import { FailedMessagesCard } from '~/components/alerts/failed-messages-card.tsx'
import { AlertPreferencesCard } from '~/components/alerts/preferences-card.tsx'
import { NotificationPreferencesCard } from '~/components/notifications/preferences-card.tsx'
import { planName } from '~/components/billing/plans.ts'
import { AssistantLinkCard } from '~/components/assistant/assistant-link-card.tsx'
import { SubscriptionCard } from '~/components/billing/subscription-card.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { BrandingLinkCard } from '../components/branding-link-card.tsx'
import { EmailCard } from '../components/email-card.tsx'
import { PasswordCard } from '../components/password-card.tsx'
import { SecondFactorCard } from '../components/second-factor-card.tsx'
import { SessionsCard } from '../components/sessions-card.tsx'
import { SignInsCard } from '../components/sign-ins-card.tsx'

// A landlord's settings do without their forms.
const PersonalDetailsCard = lazy(() =>
  import('~/components/portal/personal-details-card.tsx').then(({ PersonalDetailsCard: card }) => ({ default: card })),
)
const InsuranceCard = lazy(() =>
  import('~/components/portal/insurance-card.tsx').then(({ InsuranceCard: card }) => ({ default: card })),
)

const accountTypes = { landlord: 'Landlord', tenant: 'Tenant', super_admin: 'Super Admin' } as const

/** `/user-settings`: the account, the password, the second factor, and the sessions. */
export function Component() {
  const { firstName, lastName, email, userType, subscriptionPlan } = useUser()
  // The account's copy follows a moment after billing changed it, and both are on this page.
  const { data: subscription } = useSubscriptionStatusQuery(undefined, { skip: userType !== 'landlord' })
  const plan = subscription?.plan ?? subscriptionPlan
  const rows = [
    { label: 'First Name', value: firstName },
    { label: 'Last Name', value: lastName },
    { label: 'Email', value: email, wide: true },
    { label: 'Account Type', value: accountTypes[userType] },
    ...(plan ? [{ label: 'Subscription Plan', value: planName(plan) }] : []),
  ]
  return (
    <>
      <PageHeader description="Your account, how you sign in, and where you are signed in." />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <SectionCard title="Account Information">
            <Details items={rows} />
          </SectionCard>
          {userType === 'tenant' && (
            <Suspense>
              <PersonalDetailsCard />
              <InsuranceCard />
            </Suspense>
          )}
          <SubscriptionCard />
          <SessionsCard />
          <SignInsCard />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <PasswordCard />
          <SecondFactorCard />
          {userType === 'landlord' && <EmailCard />}
          <NotificationPreferencesCard />
          {userType !== 'tenant' && (
            <>
              <BrandingLinkCard />
              <AssistantLinkCard />
              <AlertPreferencesCard />
              <FailedMessagesCard />
            </>
          )}
        </div>
      </div>
    </>
  )
}
