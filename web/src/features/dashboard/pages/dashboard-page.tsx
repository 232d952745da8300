import { LogOut, MessageSquareText, Settings } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useUser } from '~/api/client/session.ts'
import { useDashboardStatsQuery } from '~/api/dashboard.ts'
import { useLogout } from '~/lib/use-logout.ts'
import { PlanNotice } from '~/components/billing/plan-notice.tsx'
import { useRoomForProperty } from '~/components/property/use-room-for-property.ts'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { longDate, today } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { Attention } from '../components/attention.tsx'
import { DashboardDialogs, type Opening } from '../components/dialogs.tsx'
import { GettingStarted } from '../components/getting-started.tsx'
import { InsightsPanel } from '../components/insights-panel.tsx'
import { LatestProperties, LatestTenants } from '../components/latest.tsx'
import { MonthCard } from '../components/month-card.tsx'
import { QuickActions } from '../components/quick-actions.tsx'
import { StatCards } from '../components/stat-cards.tsx'
import { SuperAdminBanner } from '../components/super-admin-banner.tsx'

/** `/` of a landlord: the dashboard. */
export function Component() {
  const user = useUser()
  const [logout, leaving] = useLogout()
  const [opening, setOpening] = useState<Opening | null>(null)
  const count = useDashboardStatsQuery().data?.totalProperties
  const { hasRoom } = useRoomForProperty(count)
  const open = (next: Opening) => {
    if (next !== 'property' || hasRoom()) setOpening(next)
  }

  return (
    <>
      <PageHeader
        heading={`Welcome back, ${user.firstName}`}
        description={longDate(today())}
        actions={
          <>
            <Button asChild variant="ghost">
              <Link to={paths.userSettings}>
                <Settings aria-hidden />
                Settings
              </Link>
            </Button>
            <Button variant="ghost" icon={<LogOut aria-hidden />} loading={leaving} onClick={logout}>
              Logout
            </Button>
            <Button icon={<MessageSquareText aria-hidden />} onClick={() => open('sms')}>
              SMS Invite Tenant
            </Button>
          </>
        }
      />
      {user.userType === 'super_admin' && <SuperAdminBanner />}
      {/* On phones this month's money comes first, since it is short, then what needs attention; the plan comes last. */}
      <div className="flex flex-col">
        <div className="phone:order-3">
          <PlanNotice />
        </div>
        <GettingStarted onOpen={open} />
        <div className="phone:order-2">
          <StatCards />
        </div>
        {Boolean(count) && (
          <div className="mb-5 grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <Attention />
            <div className="empty:hidden phone:order-first">
              <MonthCard />
            </div>
          </div>
        )}
      </div>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-5">
          <InsightsPanel />
          <LatestProperties onAdd={() => open('property')} />
          <LatestTenants onAdd={() => open('tenant')} />
        </div>
        <div className="phone:order-first">
          <QuickActions onOpen={open} />
        </div>
      </div>
      <DashboardDialogs opening={opening} onClose={() => setOpening(null)} />
    </>
  )
}
