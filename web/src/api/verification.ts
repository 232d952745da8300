import type * as contracts from '@keyhold/contracts/payments/verification'
import * as routes from '@keyhold/contracts/payments/verification.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'
import { moneyChanged } from './client/tags.ts'

const { query } = callsOf<typeof contracts>(routes)

const verificationApi = api.injectEndpoints({
  endpoints: (build) => ({
    verifyPayment: build.mutation({ ...query('verifyPayment'), ...moneyChanged }),
    reversePayment: build.mutation({ ...query('reversePayment'), ...moneyChanged }),
  }),
})

export const { useVerifyPaymentMutation, useReversePaymentMutation } = verificationApi
