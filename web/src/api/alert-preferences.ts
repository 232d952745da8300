import type * as contracts from '@keyhold/contracts/messaging/alert-preferences'
import * as routes from '@keyhold/contracts/messaging/alert-preferences.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)

const alertPreferencesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAlertPreferences: build.query({ ...query('getAlertPreferences'), providesTags: ['AlertPreferences'] }),
    saveAlertPreferences: build.mutation({ ...query('saveAlertPreferences'), invalidatesTags: ['AlertPreferences'] }),
  }),
})

export const { useGetAlertPreferencesQuery, useSaveAlertPreferencesMutation } = alertPreferencesApi
