import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { useRole } from '~/api/client/session.ts'
import { modes, type Mode } from '~/lib/modes.ts'
import { screensFor } from './router.ts'

/** The mode of a super admin at an address: the screen's own; where it has none, `last` if its sidebar leads here or nothing is here, else landlord. */
export function modeAt(pathname: string, last: Mode): Mode {
  const here = screensFor.super_admin.filter(({ path }) => matchPath(path, pathname))
  const given = here.find(({ mode }) => mode)?.mode
  if (given && given !== 'any') return given
  const stays = given === 'any' || here.length === 0 || here.some(({ sidebar }) => sidebar?.[last])
  return stays ? last : 'landlord'
}

const keptAt = 'keyhold.mode'

function keptMode(): Mode {
  try {
    const kept = sessionStorage.getItem(keptAt)
    return modes.find(({ mode }) => mode === kept)?.mode ?? 'landlord'
  } catch {
    return 'landlord'
  }
}

const ModeContext = createContext<Mode>('landlord')

/** The mode follows the route (spec 1 §4), also after a reload. */
export function ModeProvider({ children }: { children: ReactNode }) {
  const role = useRole()
  const { pathname } = useLocation()
  const [last, setLast] = useState(keptMode)
  const here = modeAt(pathname, last)
  if (here !== last) setLast(here)
  useEffect(() => {
    try {
      sessionStorage.setItem(keptAt, here)
    } catch {
      // Storage may be blocked.
    }
  }, [here])
  const mode = role === 'super_admin' ? here : role
  return <ModeContext value={mode}>{children}</ModeContext>
}

export const useMode = (): Mode => useContext(ModeContext)
