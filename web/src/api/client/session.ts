import type { User } from '@keyhold/contracts/identity/accounts'
import type { Role } from '@keyhold/contracts/roles'
import { useSelector } from 'react-redux'
import type { SessionState } from './session-slice.ts'

interface WithSession {
  session: SessionState
}

/** Who is signed in, if anyone. */
export const useSession = (): SessionState => useSelector((state: WithSession) => state.session)

/** The signed-in user. Only for pages behind sign-in. */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('useUser is for pages that need a signed-in user')
  return user
}

/** The role that decides what one sees; a super admin uses the landlord's screens too. */
export const useRole = (): Role => useUser().userType
