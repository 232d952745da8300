import type * as contracts from '@keyhold/contracts/identity/second-factors'
import * as routes from '@keyhold/contracts/identity/second-factors.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)

const changed = { invalidatesTags: ['SecondFactor', 'LoginSession', 'Authentication'] } as const

export const secondFactorsApi = api.injectEndpoints({
  endpoints: (build) => ({
    enterCode: build.mutation(query('enterCode')),
    passkeySignInOptions: build.mutation(query('passkeySignInOptions')),
    passkeySignIn: build.mutation(query('passkeySignIn')),
    getSecondFactor: build.query({ ...query('getSecondFactor'), providesTags: ['SecondFactor'] }),
    startAuthenticatorApp: build.mutation(query('startAuthenticatorApp')),
    confirmAuthenticatorApp: build.mutation({ ...query('confirmAuthenticatorApp'), ...changed }),
    removeAuthenticatorApp: build.mutation({ ...query('removeAuthenticatorApp'), ...changed }),
    renewRecoveryCodes: build.mutation({ ...query('renewRecoveryCodes'), ...changed }),
    passkeyOptions: build.mutation(query('passkeyOptions')),
    addPasskey: build.mutation({ ...query('addPasskey'), ...changed }),
    renamePasskey: build.mutation({ ...query('renamePasskey'), ...changed }),
    removePasskey: build.mutation({ ...query('removePasskey'), ...changed }),
    confirmCode: build.mutation({ ...query('confirmCode'), ...changed }),
    confirmPasskeyOptions: build.mutation(query('confirmPasskeyOptions')),
    confirmPasskey: build.mutation({ ...query('confirmPasskey'), ...changed }),
    resetSecondFactor: build.mutation({
      ...query('resetSecondFactor'),
      invalidatesTags: ['AdminLandlord', 'AdminActivity', 'Authentication'],
    }),
  }),
})

export const {
  useEnterCodeMutation,
  usePasskeySignInOptionsMutation,
  usePasskeySignInMutation,
  useGetSecondFactorQuery,
  useStartAuthenticatorAppMutation,
  useConfirmAuthenticatorAppMutation,
  useRemoveAuthenticatorAppMutation,
  useRenewRecoveryCodesMutation,
  usePasskeyOptionsMutation,
  useAddPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
  useConfirmCodeMutation,
  useConfirmPasskeyOptionsMutation,
  useConfirmPasskeyMutation,
  useResetSecondFactorMutation,
} = secondFactorsApi
