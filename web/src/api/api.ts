import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './base-query.ts'

/** What cached answers are about: a change invalidates tags, and whoever shows them asks again. */
export const tags = [
  'Session',
  'Dashboard',
  'Property',
  'Tenant',
  'Invitation',
  'Payment',
  'Maintenance',
  'Notification',
  'Subscription',
  'LoginSession',
  'TenantUser',
  'Insight',
  'Photo',
  'Invoice',
  'Ticket',
  'AdminLandlord',
  'AdminDatabase',
  'AdminActivity',
  'AdminProperty',
  'PlatformSettings',
  'Unit',
  'Tenancy',
  'TenantImport',
  'Document',
  'Ledger',
  'Recurring',
  'LateFee',
  'LateFeePolicy',
  'Deposit',
  'Report',
  'Vendor',
  'Attention',
  'FailedDelivery',
  'AlertPreferences',
] as const
export type Tag = (typeof tags)[number]

/** The one API of the page. Features add their calls with `api.injectEndpoints` in their own `api.ts`. */
export const api = createApi({
  baseQuery,
  tagTypes: tags,
  endpoints: () => ({}),
  // Spec §9: unused answers are dropped after 5 minutes; nothing is refetched on focus. What changes elsewhere comes by `stream.ts`.
  keepUnusedDataFor: 300,
  refetchOnFocus: false,
})
