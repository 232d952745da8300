import { useUser } from '~/api/client/session.ts'
import { FailedMessagesCard } from '~/components/alerts/failed-messages-card.tsx'
import { AlertPreferencesCard } from '~/components/alerts/preferences-card.tsx'
import { SubscriptionCard } from '~/components/billing/subscription-card.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { words } from '~/lib/format.ts'
import { PasswordCard } from '../components/password-card.tsx'
import { SessionsCard } from '../components/sessions-card.tsx'

const accountTypes = { landlord: 'Landlord', tenant: 'Tenant', super_admin: 'Super Admin' } as const

/** `/user-settings`: the account, the password, and the sessions. */
export function Component() {
  const { firstName, lastName, email, userType, subscriptionPlan } = useUser()
  const rows = [
    { label: 'First Name', value: firstName },
    { label: 'Last Name', value: lastName },
    { label: 'Email', value: email },
    { label: 'Account Type', value: accountTypes[userType] },
    ...(subscriptionPlan ? [{ label: 'Subscription Plan', value: words(subscriptionPlan) }] : []),
  ]
  return (
    <>
      <PageHeader description="Your account, your password, and where you are signed in." />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <SectionCard title="Account Information">
            <Details items={rows} />
          </SectionCard>
          <SubscriptionCard />
          <SessionsCard />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <PasswordCard />
          {userType !== 'tenant' && (
            <>
              <AlertPreferencesCard />
              <FailedMessagesCard />
            </>
          )}
        </div>
      </div>
    </>
  )
}
