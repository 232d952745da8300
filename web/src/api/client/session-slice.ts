import type { User } from '@keyhold/contracts/identity/accounts'
import type { Role } from '@keyhold/contracts/roles'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { isVisitor } from '~/lib/visitor.ts'

export interface SessionState {
  /** `lost`: it ended while the page was in use, which says so and goes to sign in. `leaving`: the user is signing out. */
  status: 'unknown' | 'signed-in' | 'leaving' | 'signed-out' | 'lost'
  user: User | null
  /** The account needs a second factor before anything else works. */
  lacksSecondFactor?: boolean
}

/** A legacy field `type` is read where `userType` is not set, and names the administrator even where it is (spec 1 §2, §3). */
const withRole = ({ type, ...user }: Omit<User, 'userType'> & { userType?: Role; type?: Role }): User => ({
  ...user,
  userType: type === 'super_admin' ? type : (user.userType ?? type ?? 'landlord'),
})

export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ status: isVisitor() ? 'signed-out' : 'unknown', user: null }),
  reducers: {
    signedIn: ({ status, lacksSecondFactor = false }, { payload }: PayloadAction<User>): SessionState => ({
      ...(lacksSecondFactor ? { lacksSecondFactor } : {}),
      status: status === 'leaving' ? status : 'signed-in',
      user: withRole(payload),
    }),
    secondFactorMissing: (state) => {
      state.lacksSecondFactor = true
    },
    leaving: (state) => {
      state.status = 'leaving'
    },
    signedOut: (): SessionState => ({ status: 'signed-out', user: null }),
    sessionLost: (state) => {
      // A visitor has no session to lose, and who signs out knows that it ends.
      if (state.status === 'signed-in') state.status = 'lost'
      else if (state.status === 'unknown') state.status = 'signed-out'
    },
  },
})

export const { signedIn, secondFactorMissing, leaving, signedOut, sessionLost } = sessionSlice.actions
