import type { ReactNode } from 'react'
import { LogOut } from 'lucide-react'
import { NoticeBell } from '~/components/notifications/notice-bell.tsx'
import { useSignOut } from '~/lib/use-logout.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'

export const requestsId = 'my-requests'

/** The tenant's name, the bell, and sign-out. */
export function PortalHeader({
  name,
  openRequests,
  badge = <LiveBadge />,
  actions = <HeaderActions openRequests={openRequests} />,
}: {
  name: string
  /** On the bell; undefined until it is known. */
  openRequests?: number | undefined
  /** Of the preview, which is not live and has nobody to sign out. */
  badge?: ReactNode
  actions?: ReactNode
}) {
  return <PageHeader heading="Tenant Portal" badge={badge} description={name} actions={actions} />
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
      <NoticeBell variant="secondary" openRequests={openRequests} />
      <Button variant="secondary" icon={<LogOut aria-hidden />} loading={leaving} onClick={signOut}>
        Sign Out
      </Button>
    </div>
  )
}
