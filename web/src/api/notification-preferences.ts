import type * as contracts from '@keyhold/contracts/messaging/notification-preferences'
import * as routes from '@keyhold/contracts/messaging/notification-preferences.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)

const notificationPreferencesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getNotificationPreferences: build.query({
      ...query('getNotificationPreferences'),
      providesTags: ['NotificationPreference'],
    }),
    saveNotificationPreference: build.mutation({
      ...query('saveNotificationPreference'),
      invalidatesTags: ['NotificationPreference', 'Consent'],
    }),
    listConsents: build.query({ ...query('listConsents'), providesTags: ['Consent'] }),
  }),
})

export const { useGetNotificationPreferencesQuery, useSaveNotificationPreferenceMutation, useListConsentsQuery } =
  notificationPreferencesApi
