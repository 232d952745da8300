import type { Role } from '@keyhold/contracts/roles'
import { LogOut, Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { useRole, useUser } from '~/api/session.ts'
import { Logo } from '~/components/logo.tsx'
import { Avatar } from '~/components/ui/avatar.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Sheet } from '~/components/ui/dialog.tsx'
import { cn } from '~/lib/cn.ts'
import { fullName } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { useTheme } from '~/lib/theme.ts'
import { type Mode, useMode } from '../mode.tsx'
import { accountSettings, helpAndSupport, navFor } from '../nav.ts'
import { ModeToggle } from './mode-toggle.tsx'
import { SideLink } from './nav-link.tsx'
import { SuperAdminBadge } from './sidebar.tsx'
import { useLogout } from './use-logout.ts'
import { themeOptions } from './user-menu.tsx'

/** The head of every page on a phone. */
export function PhoneHeader() {
  const name = fullName(useUser())
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-canvas/95 px-4 backdrop-blur-sm md:hidden">
      <Link to={paths.home} aria-label="Keyhold, home" className="rounded-md">
        <Logo />
      </Link>
      <Avatar name={name} size="sm" />
    </header>
  )
}

const cell =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-1 rounded-md text-xs font-medium focus-visible:outline-offset-[-4px] [&_svg]:size-5'

/** The bar at a phone's thumb: the busiest screens, and a menu with everything. */
export function PhoneBar() {
  const role = useRole()
  const mode = useMode()
  const [open, setOpen] = useState(false)
  return (
    <>
      <nav
        aria-label="Main"
        className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-canvas px-1 pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        {navFor(role, mode)
          .filter((item) => item.bar)
          .map(({ path, label, short, icon: Icon }) => (
            <NavLink key={path} to={path} end={path === '/'} className={({ isActive }) => cn(cell, isActive ? 'text-pine' : 'text-muted')}>
              <Icon aria-hidden strokeWidth={1.9} />
              {short ?? label}
            </NavLink>
          ))}
        <button type="button" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)} className={cn(cell, 'text-muted')}>
          <MenuIcon aria-hidden strokeWidth={1.9} />
          Menu
        </button>
      </nav>
      <Sheet open={open} onOpenChange={setOpen} title="Menu">
        <PhoneMenu onLeave={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

const phoneMenuFor = (role: Role, mode: Mode) => [...navFor(role, mode), ...(mode === 'tenant' ? [] : [accountSettings, helpAndSupport])]

function PhoneMenu({ onLeave }: { onLeave: () => void }) {
  const user = useUser()
  const mode = useMode()
  const [theme, setTheme] = useTheme()
  const [logout, leaving] = useLogout()
  return (
    <div className="grid gap-4 py-2">
      <div className="flex items-center gap-3 px-3">
        <Avatar name={fullName(user)} />
        <div className="min-w-0">
          <p className="truncate font-medium">{fullName(user)}</p>
          <p className="truncate text-sm text-muted">{user.email}</p>
        </div>
      </div>
      {user.userType === 'super_admin' && (
        <div>
          <SuperAdminBadge />
          <ModeToggle onPress={onLeave} />
        </div>
      )}
      <ul className="grid gap-0.5">
        {phoneMenuFor(user.userType, mode).map((item) => (
          <li key={item.path}>
            <SideLink item={item} onPress={onLeave} />
          </li>
        ))}
      </ul>
      <fieldset aria-label="Theme" className="grid grid-cols-3 gap-1 rounded-lg bg-sunken p-1">
        {themeOptions.map(({ value, label, icon }) => (
          <button
            key={value}
            type="button"
            aria-pressed={theme === value}
            onClick={() => setTheme(value)}
            className="flex min-h-10 items-center justify-center gap-2 rounded-md font-medium text-muted aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-lift dark:aria-pressed:bg-line [&_svg]:size-4"
          >
            {icon}
            {label}
          </button>
        ))}
      </fieldset>
      <Button variant="secondary" icon={<LogOut aria-hidden />} loading={leaving} onClick={logout}>
        Logout
      </Button>
    </div>
  )
}
