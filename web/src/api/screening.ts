import type * as contracts from '@keyhold/contracts/ai/screening'
import * as routes from '@keyhold/contracts/ai/screening.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)

const screeningApi = api.injectEndpoints({
  endpoints: (build) => ({
    screenTenant: build.mutation(query('screenTenant')),
  }),
})

export const { useScreenTenantMutation } = screeningApi
