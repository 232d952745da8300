import { useCountUnreadQuery } from '~/api/conversations.ts'
import { cn } from '~/lib/cn.ts'

/** Conversations with something unread, beside a link of the navigation; nothing where there are none. */
export function UnreadCount({ className }: { className?: string }) {
  const { data } = useCountUnreadQuery()
  const count = data?.conversations ?? 0
  if (count === 0) return null
  return (
    <span
      className={cn(
        'figures grid h-5 min-w-5 place-items-center rounded-full bg-pine px-1.5 text-xs font-semibold text-on-pine',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  )
}
