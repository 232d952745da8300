import type * as contracts from '@keyhold/contracts/identity/password-resets'
import * as routes from '@keyhold/contracts/identity/password-resets.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)

const passwordResetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    forgotPassword: build.mutation(query('forgotPassword')),
    resetPassword: build.mutation(query('resetPassword')),
  }),
})

export const { useForgotPasswordMutation, useResetPasswordMutation } = passwordResetsApi
