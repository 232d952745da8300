import type { Role } from '@keyhold/contracts/roles'
import type { currentUser, logout, User } from '@keyhold/contracts/identity/accounts'
import { useSelector } from 'react-redux'
import { api } from './api.ts'
import { query } from './endpoint.ts'
import { signedIn, type SessionState } from './session-slice.ts'

// The contracts are imported as types only: the sign-in page ships no schemas.
export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    currentUser: build.query({
      ...query<typeof currentUser>({ method: 'GET', path: '/api/auth/user' }),
      providesTags: ['Session', 'Subscription'],
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        // A failure is dealt with where every call's is, in the base query.
        const answer = await queryFulfilled.catch(() => null)
        if (answer) dispatch(signedIn(answer.data))
      },
    }),
    logout: build.mutation(query<typeof logout>({ method: 'POST', path: '/api/auth/logout' })),
  }),
})

export const { useCurrentUserQuery, useLogoutMutation } = sessionApi

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
