import { Hourglass } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { useRole } from '~/api/client/session.ts'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { notBuiltYet } from '~/texts/unbuilt.ts'

interface Planned {
  /** What the screen will do. */
  aim: string
  /** Screens that serve the same purpose today. */
  meanwhile: { label: string; to: string }[]
}

const home = { label: 'Back to the start', to: paths.home }
const tenants = { label: 'Open tenants', to: paths.tenants }

/** Screens of the navigation that are not built yet. Remove an entry when its screen is built. */
export const plannedScreens: Readonly<Record<string, Planned>> = {
  [paths.leases]: {
    aim: 'Lease drafts from your own records, for you to check and send.',
    meanwhile: [tenants],
  },
  [paths.marketPricing]: {
    aim: 'What comparable homes rent for, and how reliable the estimate is.',
    meanwhile: [{ label: 'Open properties', to: paths.properties }],
  },
}

const forTenants: readonly string[] = [paths.tenantPortal, paths.home, paths.tenantMaintenance]

/** Says that a screen is not built yet, and where to go instead. */
export function Component() {
  const { pathname } = useLocation()
  const role = useRole()
  const planned = plannedScreens[pathname]
  if (!planned) return null
  const links = role === 'tenant' ? [home] : planned.meanwhile
  return (
    <>
      <PageHeader />
      <EmptyState
        icon={<Hourglass aria-hidden />}
        title={notBuiltYet}
        description={`${planned.aim} This feature isn’t available yet.`}
        action={links
          .filter(({ to }) => role !== 'tenant' || forTenants.includes(to))
          .map(({ label, to }) => (
            <Button key={to} asChild variant="secondary">
              <Link to={to}>{label}</Link>
            </Button>
          ))}
      />
    </>
  )
}
