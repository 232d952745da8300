import { createContext, useContext, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useRole } from '~/api/client/session.ts'
import { paths } from '~/lib/paths.ts'

/** What a super admin works as. Everyone else has one mode, that of the role. */
export type Mode = 'admin' | 'landlord' | 'tenant'

/** Where each mode begins; the buttons of the toggle in their order. */
export const modes: readonly { mode: Mode; label: string; home: string }[] = [
  { mode: 'admin', label: 'Admin Control', home: paths.superAdmin },
  { mode: 'landlord', label: 'Landlord Tools', home: paths.home },
  { mode: 'tenant', label: 'Tenant View', home: paths.tenantView },
]

const modeOf: Readonly<Record<string, Mode>> = {
  [paths.superAdmin]: 'admin',
  [paths.userManagement]: 'admin',
  [paths.tenantView]: 'tenant',
}

/** One's settings belong to every mode: going there changes none. */
const neutral: readonly string[] = [paths.userSettings]

const ModeContext = createContext<Mode>('landlord')

/** The mode follows the route (spec 1 §4). */
export function ModeProvider({ children }: { children: ReactNode }) {
  const role = useRole()
  const { pathname } = useLocation()
  const [last, setLast] = useState<Mode>('landlord')
  const here = neutral.includes(pathname) ? last : (modeOf[pathname] ?? 'landlord')
  if (here !== last) setLast(here)
  const mode = role === 'super_admin' ? here : role
  return <ModeContext value={mode}>{children}</ModeContext>
}

export const useMode = (): Mode => useContext(ModeContext)
