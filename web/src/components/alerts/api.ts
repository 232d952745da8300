import type { getMaintenance } from '@keyhold/contracts/maintenance/requests'
import type { dismissDelivery, listFailedDeliveries, retryDelivery } from '@keyhold/contracts/messaging/deliveries'
import type { getAlertPreferences, saveAlertPreferences } from '@keyhold/contracts/messaging/alert-preferences'
import { api } from '~/api/api.ts'
import { query, queryPages } from '~/api/endpoint.ts'

const settled = { invalidatesTags: ['FailedDelivery', 'Attention'] } as const

// The contracts are imported as types only: what watches for emergencies is on every page.
export const alertsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Asked for each fact: what was kept would be what it was before. */
    reportedRequest: build.query({
      ...query<typeof getMaintenance>({ method: 'GET', path: '/api/maintenance-requests/:id' }),
      keepUnusedDataFor: 0,
    }),
    alertPreferences: build.query({
      ...query<typeof getAlertPreferences>({ method: 'GET', path: '/api/alert-preferences' }),
      providesTags: ['AlertPreferences'],
    }),
    saveAlertPreferences: build.mutation({
      ...query<typeof saveAlertPreferences>({ method: 'PUT', path: '/api/alert-preferences' }),
      invalidatesTags: ['AlertPreferences'],
    }),
    failedDeliveries: build.infiniteQuery({
      ...queryPages<typeof listFailedDeliveries>({ method: 'GET', path: '/api/failed-deliveries' }),
      providesTags: ['FailedDelivery'],
    }),
    sendDeliveryAgain: build.mutation({
      ...query<typeof retryDelivery>({ method: 'POST', path: '/api/failed-deliveries/:id/retry' }),
      ...settled,
    }),
    putDeliveryAway: build.mutation({
      ...query<typeof dismissDelivery>({ method: 'DELETE', path: '/api/failed-deliveries/:id' }),
      ...settled,
    }),
  }),
})

export const {
  useAlertPreferencesQuery,
  useSaveAlertPreferencesMutation,
  useFailedDeliveriesInfiniteQuery,
  useSendDeliveryAgainMutation,
  usePutDeliveryAwayMutation,
} = alertsApi
