import { ArrowLeftRight, LifeBuoy, LogOut, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useListMembershipsQuery, useSwitchMembershipMutation } from '~/api/accounts.ts'
import { useUser } from '~/api/client/session.ts'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '~/components/ui/dropdown-menu.tsx'
import { membershipName } from '~/lib/memberships.ts'
import { paths } from '~/lib/paths.ts'
import { toastError } from '~/lib/toast.ts'
import { useTheme } from '~/lib/theme.ts'
import { accountSettings, helpAndSupport } from '../nav.ts'
import { themeOptions } from './theme-options.tsx'
import { useLogout } from '~/lib/use-logout.ts'

/** The account's pages, the theme, and the way out, behind `trigger`. */
export function UserMenuItems({ trigger, defaultOpen }: { trigger: ReactNode; defaultOpen: boolean }) {
  const user = useUser()
  const [theme, setTheme] = useTheme()
  const [logout, leaving] = useLogout()
  const others = (useListMembershipsQuery().data ?? []).filter(({ current }) => !current)
  const [switchAccount] = useSwitchMembershipMutation()
  const switchTo = async (userId: string) => {
    const answer = await switchAccount({ userId })
    if ('error' in answer) toastError('Failed to switch the account', answer.error)
    // Nothing of the other account stays in memory.
    else location.assign(paths.home)
  }
  return (
    <Menu side="top" align="start" trigger={trigger} defaultOpen={defaultOpen}>
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
      {others.map((one) => (
        <MenuItem key={one.userId} onSelect={() => void switchTo(one.userId)}>
          <ArrowLeftRight aria-hidden />
          Switch to {membershipName(one)}
        </MenuItem>
      ))}
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
