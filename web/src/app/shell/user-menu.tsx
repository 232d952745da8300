import { ChevronsUpDown, LifeBuoy, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useUser } from '~/api/session.ts'
import { Avatar } from '~/components/ui/avatar.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '~/components/ui/dropdown-menu.tsx'
import { fullName, words } from '~/lib/format.ts'
import { useTheme, type Theme } from '~/lib/theme.ts'
import { accountSettings, helpAndSupport } from '../nav.ts'
import { useLogout } from './use-logout.ts'

export const themeOptions: readonly { value: Theme; label: string; icon: React.ReactNode }[] = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
]

/** Who is signed in, the theme, and the way out. */
export function UserMenu() {
  const user = useUser()
  const [theme, setTheme] = useTheme()
  const [logout, leaving] = useLogout()
  const name = fullName(user)
  return (
    <Menu
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          className="mt-3 flex w-full items-center gap-2.5 rounded-md p-2 text-left hover:bg-line/50 data-[state=open]:bg-line/50"
        >
          <Avatar name={name} size="md" />
          {/* Not an aria-label: what is to be seen has to stand in the name, for those who speak to their computer. */}
          <span className="sr-only">Account:</span>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{name}</span>
            <span className="block truncate text-sm text-muted">{words(user.userType)}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 text-muted" />
        </button>
      }
    >
      <p className="max-w-56 truncate px-2.5 pt-2 pb-1 text-sm text-muted">{user.email}</p>
      <MenuSeparator />
      <MenuItem asChild>
        <Link to={accountSettings.path}>
          <Settings aria-hidden />
          {accountSettings.label}
        </Link>
      </MenuItem>
      {user.userType !== 'tenant' && (
        <MenuItem asChild>
          <Link to={helpAndSupport.path}>
            <LifeBuoy aria-hidden />
            {helpAndSupport.label}
          </Link>
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuRadioGroup label="Theme" value={theme} onValueChange={setTheme} options={themeOptions} />
      <MenuSeparator />
      <MenuItem disabled={leaving} onSelect={logout}>
        <LogOut aria-hidden />
        Logout
      </MenuItem>
    </Menu>
  )
}
