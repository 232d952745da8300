import type { Role } from '@keyhold/contracts/roles'
import { LogOut } from 'lucide-react'
import { useUser } from '~/api/client/session.ts'
import { Avatar } from '~/components/ui/avatar.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Sheet } from '~/components/ui/dialog.tsx'
import { fullName } from '~/lib/format.ts'
import { useTheme } from '~/lib/theme.ts'
import { useMode } from '../mode.tsx'
import { accountSettings, helpAndSupport, navFor } from '../nav.ts'
import type { Mode } from '~/lib/modes.ts'
import { ModeToggle } from './mode-toggle.tsx'
import { SideLink } from './nav-link.tsx'
import { SuperAdminBadge } from './sidebar.tsx'
import { themeOptions } from './theme-options.tsx'
import { useLogout } from '~/lib/use-logout.ts'

const phoneMenuFor = (role: Role, mode: Mode) => [
  ...navFor(role, mode),
  ...(mode === 'tenant' ? [] : [accountSettings, helpAndSupport]),
]

/** A phone's menu with everything: all screens, the theme, the way out. */
export function PhoneMenu({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Menu">
      <Items onLeave={() => onOpenChange(false)} />
    </Sheet>
  )
}

function Items({ onLeave }: { onLeave: () => void }) {
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
