import { NavLink } from 'react-router-dom'
import { useRole } from '~/api/client/session.ts'
import { cn } from '~/lib/cn.ts'
import type { NavItem } from '../nav.ts'
import { preload } from '../router.ts'
import { UnreadCount } from './unread-count.tsx'

/** A link of the sidebar and of the phone's menu. Fetches the page's code on hover and focus. */
export function SideLink({ item, onPress }: { item: NavItem; onPress?: () => void }) {
  const role = useRole()
  const { path, label, icon: Icon } = item
  const fetchAhead = () => preload(role, path)
  return (
    <NavLink
      to={path}
      end={path === '/'}
      onClick={onPress}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      className={({ isActive }) =>
        cn(
          'flex min-h-9 items-center gap-3 rounded-md px-3 font-medium transition-colors phone:min-h-12 phone:text-lg',
          isActive
            ? 'bg-surface text-ink shadow-lift ring-1 ring-line dark:bg-raised [&_svg]:text-pine'
            : 'text-muted hover:bg-line/50 hover:text-ink',
        )
      }
    >
      <Icon aria-hidden className="size-4.5 shrink-0" strokeWidth={1.9} />
      {label}
      {item.counts && <UnreadCount className="ml-auto" />}
    </NavLink>
  )
}
