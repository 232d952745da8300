import type * as contracts from '@keyhold/contracts/properties/units'
import * as routes from '@keyhold/contracts/properties/units.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Unit', 'Property', 'Tenancy', 'Report'] } as const

const unitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUnits: build.query({ ...query('listUnits'), providesTags: ['Unit'] }),
    createUnit: build.mutation({ ...query('createUnit'), ...changed }),
    updateUnit: build.mutation({ ...query('updateUnit'), ...changed }),
    deleteUnit: build.mutation({ ...query('deleteUnit'), ...changed }),
  }),
})

export const { useListUnitsQuery, useCreateUnitMutation, useUpdateUnitMutation, useDeleteUnitMutation } = unitsApi
