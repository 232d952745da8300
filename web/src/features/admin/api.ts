import {
  adminSummary,
  listLandlords,
  listLandlordTenantUsers,
  resetLandlordPassword,
  resetUserPassword,
  setLandlordActive,
} from '@keyhold/contracts/identity/admin-accounts'
import { createDatabase, listDatabases, monitorDatabase } from '@keyhold/contracts/identity/landlord-databases'
import { listActivity } from '@keyhold/contracts/identity/admin-activity'
import { changePlatformSettings, platformSettings } from '@keyhold/contracts/billing/platform-settings'
import { extendTrial, updateLandlordSubscription } from '@keyhold/contracts/billing/admin-subscriptions'
import { listAllProperties, updateAnyProperty } from '@keyhold/contracts/properties/admin-properties'
import { answerTicket, closeAnyTicket, getAnyTicket, listAllTickets } from '@keyhold/contracts/identity/support-tickets'
import { api } from '~/api/api.ts'
import { query, queryPage, queryPages } from '~/api/endpoint.ts'

// Everything an administrator changes is written to the activity log.
const landlordChanged = { invalidatesTags: ['AdminLandlord', 'AdminActivity'] } as const
const ticketChanged = { invalidatesTags: ['Ticket', 'AdminActivity'] } as const

const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminSummary: build.query({
      ...query(adminSummary),
      providesTags: ['AdminLandlord', 'AdminDatabase', 'AdminActivity', 'Ticket'],
    }),
    landlords: build.infiniteQuery({ ...queryPages(listLandlords), providesTags: ['AdminLandlord'] }),
    /** The first few that match, to choose one from. */
    landlordChoices: build.query({ ...queryPage(listLandlords), providesTags: ['AdminLandlord'] }),
    landlordTenantUsers: build.infiniteQuery({ ...queryPages(listLandlordTenantUsers), providesTags: ['TenantUser'] }),
    resetLandlordPassword: build.mutation({ ...query(resetLandlordPassword), ...landlordChanged }),
    resetUserPassword: build.mutation({ ...query(resetUserPassword), invalidatesTags: ['AdminActivity'] }),
    setLandlordActive: build.mutation({ ...query(setLandlordActive), ...landlordChanged }),
    updateLandlordSubscription: build.mutation({ ...query(updateLandlordSubscription), ...landlordChanged }),
    extendTrial: build.mutation({ ...query(extendTrial), ...landlordChanged }),
    allProperties: build.infiniteQuery({ ...queryPages(listAllProperties), providesTags: ['AdminProperty'] }),
    updateAnyProperty: build.mutation({
      ...query(updateAnyProperty),
      invalidatesTags: ['AdminProperty', 'AdminActivity', 'Property', 'Dashboard'],
    }),
    databases: build.infiniteQuery({ ...queryPages(listDatabases), providesTags: ['AdminDatabase'] }),
    createDatabase: build.mutation({
      ...query(createDatabase),
      invalidatesTags: ['AdminDatabase', 'AdminLandlord', 'AdminActivity'],
    }),
    /** A look at one moment: asked anew each time. */
    monitorDatabase: build.query({ ...query(monitorDatabase), keepUnusedDataFor: 0 }),
    activity: build.infiniteQuery({ ...queryPages(listActivity), providesTags: ['AdminActivity'] }),
    platformSettings: build.query({ ...query(platformSettings), providesTags: ['PlatformSettings'] }),
    changePlatformSettings: build.mutation({
      ...query(changePlatformSettings),
      invalidatesTags: ['PlatformSettings', 'AdminActivity'],
    }),
    allTickets: build.infiniteQuery({ ...queryPages(listAllTickets), providesTags: ['Ticket'] }),
    anyTicket: build.query({ ...query(getAnyTicket), providesTags: ['Ticket'] }),
    answerTicket: build.mutation({ ...query(answerTicket), ...ticketChanged }),
    closeAnyTicket: build.mutation({ ...query(closeAnyTicket), ...ticketChanged }),
  }),
})

export const {
  useAdminSummaryQuery,
  useLandlordsInfiniteQuery,
  useLandlordChoicesQuery,
  useLandlordTenantUsersInfiniteQuery,
  useResetLandlordPasswordMutation,
  useResetUserPasswordMutation,
  useSetLandlordActiveMutation,
  useUpdateLandlordSubscriptionMutation,
  useExtendTrialMutation,
  useAllPropertiesInfiniteQuery,
  useUpdateAnyPropertyMutation,
  useDatabasesInfiniteQuery,
  useCreateDatabaseMutation,
  useMonitorDatabaseQuery,
  useActivityInfiniteQuery,
  usePlatformSettingsQuery,
  useChangePlatformSettingsMutation,
  useAllTicketsInfiniteQuery,
  useAnyTicketQuery,
  useAnswerTicketMutation,
  useCloseAnyTicketMutation,
} = adminApi
