import type * as contracts from '@keyhold/contracts/messaging/notifications'
import * as routes from '@keyhold/contracts/messaging/notifications.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Notification'] } as const

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTenantNotifications: build.infiniteQuery({
      ...pages('listTenantNotifications'),
      providesTags: ['Notification'],
    }),
    tenantNotificationSummary: build.query({ ...query('tenantNotificationSummary'), providesTags: ['Notification'] }),
    getTenantNotification: build.query({ ...query('getTenantNotification'), providesTags: ['Notification'] }),
    listNotificationRecipients: build.infiniteQuery({
      ...pages('listNotificationRecipients'),
      providesTags: ['Notification'],
    }),
    previewTenantNotification: build.mutation({ ...query('previewTenantNotification') }),
    createTenantNotification: build.mutation({ ...query('createTenantNotification'), ...changed }),
    updateTenantNotification: build.mutation({ ...query('updateTenantNotification'), ...changed }),
    cancelTenantNotification: build.mutation({ ...query('cancelTenantNotification'), ...changed }),
    stopTenantNotification: build.mutation({ ...query('stopTenantNotification'), ...changed }),
    markTenantNotificationRead: build.mutation({ ...query('markTenantNotificationRead'), ...changed }),
    retryNotification: build.mutation({ ...query('retryNotification'), ...changed }),
  }),
})

export const {
  useListTenantNotificationsInfiniteQuery,
  useTenantNotificationSummaryQuery,
  useGetTenantNotificationQuery,
  useListNotificationRecipientsInfiniteQuery,
  usePreviewTenantNotificationMutation,
  useCreateTenantNotificationMutation,
  useUpdateTenantNotificationMutation,
  useCancelTenantNotificationMutation,
  useStopTenantNotificationMutation,
  useMarkTenantNotificationReadMutation,
  useRetryNotificationMutation,
} = notificationsApi
