import type * as contracts from '@keyhold/contracts/gateway/attention'
import * as routes from '@keyhold/contracts/gateway/attention.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)

const attentionApi = api.injectEndpoints({
  endpoints: (build) => ({
    attention: build.query({ ...query('attention'), providesTags: ['Attention'] }),
  }),
})

export const { useAttentionQuery } = attentionApi
