import { Bell, LogOut } from 'lucide-react'
import { useSignOut } from '~/lib/use-logout.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { plural } from '~/lib/format.ts'

export const requestsId = 'my-requests'

/** The tenant's name, open requests, and sign-out. */
export function PortalHeader({ name, openRequests }: { name: string; openRequests?: number }) {
  return <PageHeader badge={<LiveBadge />} description={name} actions={<HeaderActions openRequests={openRequests} />} />
}

function LiveBadge() {
  return (
    <Badge tone="success">
      <span aria-hidden className="size-1.5 animate-shimmer rounded-full bg-current" />
      Live Portal
    </Badge>
  )
}

function HeaderActions({ openRequests }: { openRequests: number | undefined }) {
  const [signOut, leaving] = useSignOut()
  return (
    <div className="flex items-center gap-2 phone:justify-between">
      {openRequests != null && <Notifications count={openRequests} />}
      <Button variant="secondary" icon={<LogOut aria-hidden />} loading={leaving} onClick={signOut}>
        Sign Out
      </Button>
    </div>
  )
}

function showRequests() {
  const requests = document.querySelector<HTMLElement>(`#${requestsId}`)
  requests?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  requests?.focus({ preventScroll: true })
}

/** How many requests are open; leads to them. */
function Notifications({ count }: { count: number }) {
  return (
    <span className="relative">
      <IconButton label={`Notifications: ${plural(count, 'open request')}`} variant="secondary" onClick={showRequests}>
        <Bell aria-hidden />
      </IconButton>
      {count > 0 && (
        <span
          aria-hidden
          className="figures pointer-events-none absolute -top-1.5 -right-1.5 grid h-5 min-w-5 place-items-center rounded-full border-2 border-canvas bg-danger px-1 text-xs font-semibold text-on-danger"
        >
          {count}
        </span>
      )}
    </span>
  )
}
