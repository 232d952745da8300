import { Menu as MenuIcon } from 'lucide-react'
import { Suspense, use, useState, type ComponentProps } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { useRole, useUser } from '~/api/client/session.ts'
import { Logo } from '~/components/logo.tsx'
import { Avatar } from '~/components/ui/avatar.tsx'
import { cn } from '~/lib/cn.ts'
import { fullName } from '~/lib/format.ts'
import { lazyModule } from '~/lib/lazy.ts'
import { useProductName } from '~/lib/branding.ts'
import { paths } from '~/lib/paths.ts'
import { useAfterPaint } from '~/lib/use-after-paint.ts'
import { useMode } from '../mode.tsx'
import { navFor } from '../nav.ts'
import { ShellBell } from './shell-bell.tsx'
import type { PhoneMenu } from './phone-menu.tsx'
import { UnreadCount } from './unread-count.tsx'

const menu = lazyModule(() => import('./phone-menu.tsx'))
const fetchMenu = () => void menu.load()

/** The head of every page on a phone or tablet. */
export function PhoneHeader() {
  const name = fullName(useUser())
  const product = useProductName()
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-canvas/95 px-4 backdrop-blur-sm lg:hidden">
      <Link to={paths.home} aria-label={`${product}, home`} className="rounded-md">
        <Logo />
      </Link>
      <div className="flex items-center gap-1.5">
        <ShellBell />
        <Avatar name={name} size="sm" />
      </div>
    </header>
  )
}

const cell =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-1 rounded-md text-xs font-medium focus-visible:outline-offset-[-4px] [&_svg]:size-5'

/** The bar at the bottom of a phone or tablet: the main screens, and a menu with everything. */
export function PhoneBar() {
  const role = useRole()
  const mode = useMode()
  const [open, setOpen] = useState(false)
  useAfterPaint(fetchMenu)
  // Stays mounted for its closing animation.
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  return (
    <>
      <nav
        aria-label="Main"
        className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-canvas px-1 pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        {navFor(role, mode)
          .filter((item) => item.bar)
          .map(({ path, short, icon: Icon, counts }) => (
            <NavLink
              key={path}
              to={path}
              end={path === '/'}
              className={({ isActive }) => cn(cell, isActive ? 'text-pine' : 'text-muted')}
            >
              <span className="relative">
                <Icon aria-hidden strokeWidth={1.9} />
                {counts && <UnreadCount className="absolute -top-2 left-3" />}
              </span>
              {short}
            </NavLink>
          ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
          className={cn(cell, 'text-muted')}
        >
          <MenuIcon aria-hidden strokeWidth={1.9} />
          Menu
        </button>
      </nav>
      {wasOpen && (
        <Suspense>
          <LazyMenu open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}

function LazyMenu(props: ComponentProps<typeof PhoneMenu>) {
  const { PhoneMenu: Menu } = menu.now() ?? use(menu.wait())
  return <Menu {...props} />
}
