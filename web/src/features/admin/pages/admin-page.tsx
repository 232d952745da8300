import { LogOut } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { useAdminSummaryQuery } from '~/api/admin-accounts.ts'
import { useUser } from '~/api/client/session.ts'
import { useSignOut } from '~/lib/use-logout.ts'
import { Avatar } from '~/components/ui/avatar.tsx'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { TabPanel, Tabs } from '~/components/ui/tabs.tsx'
import { fullName } from '~/lib/format.ts'
import { AccessDenied } from '../components/access-denied.tsx'
import { ActivityTab } from '../components/activity-tab.tsx'
import { DatabasesTab } from '../components/databases-tab.tsx'
import { LandlordsTab } from '../components/landlords-tab.tsx'
import { MessagesTab } from '../components/messages-tab.tsx'
import { PropertiesTab } from '../components/properties-tab.tsx'
import { SettingsTab } from '../components/settings-tab.tsx'
import { SignInsTab } from '../components/sign-ins-tab.tsx'
import { SummaryCards } from '../components/summary-cards.tsx'
import { TicketsTab } from '../components/tickets-tab.tsx'

const tabs = [
  { value: 'landlords', label: 'Landlords', Panel: LandlordsTab },
  { value: 'properties', label: 'Properties', Panel: PropertiesTab },
  { value: 'databases', label: 'Databases', Panel: DatabasesTab },
  { value: 'activity', label: 'Activity Log', Panel: ActivityTab },
  { value: 'sign-ins', label: 'Sign-ins', Panel: SignInsTab },
  { value: 'settings', label: 'Settings', Panel: SettingsTab },
  { value: 'messages', label: 'Messages', Panel: MessagesTab },
  { value: 'tickets', label: 'Support Tickets', Panel: TicketsTab },
] as const
type Tab = (typeof tabs)[number]['value']

const first: Tab = 'landlords'

/** `/super-admin?tab=…&q=…`: the administrator's dashboard. */
export function Component() {
  return useUser().userType === 'super_admin' ? <ControlRoom /> : <AccessDenied />
}

function ControlRoom() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const current = tabs.find(({ value }) => value === asked)?.value ?? first
  const openTickets = useAdminSummaryQuery().data?.openTickets

  return (
    <>
      <Header />
      <SummaryCards />
      <Tabs<Tab>
        label="Administration"
        value={current}
        // Each tab has a search of its own.
        onValueChange={(next) => setParams(next === first ? {} : { tab: next }, { replace: true })}
        tabs={tabs.map(({ value, label }) => ({
          value,
          label,
          ...(value === 'tickets' && openTickets ? { count: openTickets } : {}),
        }))}
      >
        {tabs.map(({ value, Panel }) => (
          <TabPanel key={value} value={value}>
            <Panel />
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}

function Header() {
  const user = useUser()
  const [signOut, leaving] = useSignOut()
  const name = fullName(user)
  return (
    <PageHeader
      description={
        <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Avatar name={name} size="sm" />
          <span className="font-medium text-ink">{name}</span>
          <span>Super Administrator</span>
        </span>
      }
      actions={
        <Button variant="secondary" icon={<LogOut aria-hidden />} loading={leaving} onClick={signOut}>
          Sign Out
        </Button>
      }
    />
  )
}
