import type * as contracts from '@keyhold/contracts/maintenance/visits'
import * as routes from '@keyhold/contracts/maintenance/visits.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Maintenance', 'Dashboard', 'Attention'] } as const

const visitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    offerVisits: build.mutation({ ...query('offerVisits'), ...changed }),
    chooseVisit: build.mutation({ ...query('chooseVisit'), ...changed }),
    withdrawVisit: build.mutation({ ...query('withdrawVisit'), ...changed }),
    proposeVisits: build.mutation({ ...query('proposeVisits'), ...changed }),
    pickVisit: build.mutation({ ...query('pickVisit'), ...changed }),
  }),
})

export const {
  useOfferVisitsMutation,
  useChooseVisitMutation,
  useWithdrawVisitMutation,
  useProposeVisitsMutation,
  usePickVisitMutation,
} = visitsApi
