import type * as contracts from '@keyhold/contracts/billing/platform-settings'
import * as routes from '@keyhold/contracts/billing/platform-settings.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)

const platformSettingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    platformSettings: build.query({ ...query('platformSettings'), providesTags: ['PlatformSettings'] }),
    changePlatformSettings: build.mutation({
      ...query('changePlatformSettings'),
      invalidatesTags: ['PlatformSettings', 'AdminActivity'],
    }),
  }),
})

export const { usePlatformSettingsQuery, useChangePlatformSettingsMutation } = platformSettingsApi
