import type { confirm, login, signup } from '@keyhold/contracts/identity/accounts'
import type { forgotPassword, resetPassword } from '@keyhold/contracts/identity/password-resets'
import { api } from '~/api/api.ts'
import { query } from '~/api/endpoint.ts'

// The contracts are imported as types only: the sign-in page ships no schemas.
const welcomeApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation(query<typeof login>({ method: 'POST', path: '/api/auth/login' })),
    signup: build.mutation(query<typeof signup>({ method: 'POST', path: '/api/auth/signup' })),
    forgotPassword: build.mutation(query<typeof forgotPassword>({ method: 'POST', path: '/api/auth/forgot-password' })),
    resetPassword: build.mutation(query<typeof resetPassword>({ method: 'POST', path: '/api/auth/reset-password' })),
    confirm: build.mutation(query<typeof confirm>({ method: 'POST', path: '/api/auth/confirm' })),
  }),
})

export const {
  useLoginMutation,
  useSignupMutation,
  useConfirmMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
} = welcomeApi
