import { Link } from 'react-router-dom'
import { useRole } from '~/api/client/session.ts'
import { Logo } from '~/components/logo.tsx'
import { Badge } from '~/components/ui/badge.tsx'
import { useProductName } from '~/lib/branding.ts'
import { paths } from '~/lib/paths.ts'
import { useMode } from '../mode.tsx'
import { navFor } from '../nav.ts'
import { ModeToggle } from './mode-toggle.tsx'
import { SideLink } from './nav-link.tsx'
import { ShellBell } from './shell-bell.tsx'
import { UserMenu } from './user-menu.tsx'

/** The navigation of wide screens; stays put while the page scrolls. */
export function Sidebar() {
  const role = useRole()
  const mode = useMode()
  const product = useProductName()
  return (
    <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-sidebar px-3 py-4 lg:flex">
      <div className="mb-5 flex items-center justify-between">
        <Link to={paths.home} className="rounded-md px-2 py-1" aria-label={`${product}, home`}>
          <Logo />
        </Link>
        <ShellBell />
      </div>
      {role === 'super_admin' && (
        <>
          <SuperAdminBadge />
          <ModeToggle />
        </>
      )}
      <nav aria-label="Main" className="-mx-1 flex-1 overflow-y-auto px-1 py-0.5">
        <ul className="grid gap-0.5">
          {navFor(role, mode).map((item) => (
            <li key={item.path}>
              <SideLink item={item} />
            </li>
          ))}
        </ul>
      </nav>
      <UserMenu />
    </aside>
  )
}

export function SuperAdminBadge() {
  return (
    <Badge tone="brass" className="mx-2 mb-3 w-fit tracking-wide">
      SUPER ADMIN
    </Badge>
  )
}
