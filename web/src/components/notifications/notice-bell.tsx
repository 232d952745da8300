import { Bell } from 'lucide-react'
import { Suspense, use, useState, type ComponentProps } from 'react'
import { useNoticeSummaryQuery } from '~/api/notifications-inbox.ts'
import { IconButton } from '~/components/ui/button.tsx'
import { cn } from '~/lib/cn.ts'
import { number } from '~/lib/format.ts'
import { useAfterPaint } from '~/lib/use-after-paint.ts'
import { noticeCenter } from './lazy-center.ts'
import type { NoticeCenter } from './notice-center.tsx'

const fetchCenter = () => void noticeCenter.load()
const mostShown = 99

/** How many notifications the user has not read, live; opens the list of them. */
export function NoticeBell({
  variant,
  openRequests = 0,
}: {
  variant?: 'ghost' | 'secondary'
  /** Of a tenant: maintenance requests that are open. The bell counts them where there are any (spec 2 §3). */
  openRequests?: number | undefined
}) {
  const unread = useNoticeSummaryQuery().data?.unread ?? 0
  const shown = openRequests > 0 ? openRequests : unread
  const counts = [
    ...(unread > 0 ? [`${number(unread)} unread`] : []),
    ...(openRequests > 0 ? [`${number(openRequests)} open ${openRequests === 1 ? 'request' : 'requests'}`] : []),
  ]
  const [open, setOpen] = useState(false)
  useAfterPaint(fetchCenter)
  return (
    <span className="relative">
      <IconButton
        label={counts.length > 0 ? `Notifications: ${counts.join(', ')}` : 'Notifications'}
        variant={variant ?? 'ghost'}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Bell aria-hidden />
      </IconButton>
      {shown > 0 && (
        <span
          aria-hidden
          className={cn(
            variant === 'secondary' ? '-top-1.5 -right-1.5' : '-top-0.5 -right-0.5 phone:top-0.5 phone:right-0.5',
            'figures pointer-events-none absolute grid h-5 min-w-5 place-items-center rounded-full border-2 border-canvas bg-danger px-1 text-xs font-semibold text-on-danger',
          )}
        >
          {shown > mostShown ? `${mostShown}+` : shown}
        </span>
      )}
      {open && (
        <Suspense>
          <LazyCenter unread={unread} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}

function LazyCenter(props: ComponentProps<typeof NoticeCenter>) {
  const { NoticeCenter: Center } = noticeCenter.now() ?? use(noticeCenter.wait())
  return <Center {...props} />
}
