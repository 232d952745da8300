import type * as contracts from '@keyhold/contracts/ai/model-settings'
import * as routes from '@keyhold/contracts/ai/model-settings.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)

const modelSettingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getModelSettings: build.query({ ...query('getModelSettings'), providesTags: ['Assistant', 'Subscription'] }),
    updateModelSettings: build.mutation({ ...query('updateModelSettings'), invalidatesTags: ['Assistant'] }),
  }),
})

export const { useGetModelSettingsQuery, useUpdateModelSettingsMutation } = modelSettingsApi
