import type { User } from '@keyhold/contracts/identity/accounts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { isVisitor } from '~/lib/visitor.ts'

export interface SessionState {
  /** `lost`: it ended while the page was in use; the shell says so and goes to sign in. */
  status: 'unknown' | 'signed-in' | 'signed-out' | 'lost'
  user: User | null
}

export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ status: isVisitor() ? 'signed-out' : 'unknown', user: null }),
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<User>): SessionState => ({ status: 'signed-in', user: payload }),
    signedOut: (): SessionState => ({ status: 'signed-out', user: null }),
    sessionLost: (state) => {
      // A visitor has no session to lose.
      state.status = state.status === 'signed-in' ? 'lost' : state.status === 'lost' ? 'lost' : 'signed-out'
    },
  },
})

export const { signedIn, signedOut, sessionLost } = sessionSlice.actions
