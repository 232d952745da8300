import { createContext, useContext, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useRole } from '~/api/client/session.ts'
import type { Mode } from '~/lib/modes.ts'
import { screens } from './screens.ts'

const modeAt = (pathname: string) => screens.find(({ path, mode }) => path === pathname && mode)?.mode ?? 'landlord'

const ModeContext = createContext<Mode>('landlord')

/** The mode follows the route (spec 1 §4). */
export function ModeProvider({ children }: { children: ReactNode }) {
  const role = useRole()
  const { pathname } = useLocation()
  const [last, setLast] = useState<Mode>('landlord')
  const given = modeAt(pathname)
  const here = given === 'any' ? last : given
  if (here !== last) setLast(here)
  const mode = role === 'super_admin' ? here : role
  return <ModeContext value={mode}>{children}</ModeContext>
}

export const useMode = (): Mode => useContext(ModeContext)
