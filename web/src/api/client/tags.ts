/** What cached answers are about: a change invalidates tags, and the answers on screen are fetched again. */
export const tags = [
  'Session',
  'Dashboard',
  'Property',
  'Tenant',
  'Invitation',
  'Payment',
  'Receipt',
  'Maintenance',
  'Notification',
  'Notice',
  'NotificationPreference',
  'ReminderRule',
  'Consent',
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
  'Nights',
  'Tenancy',
  'TenantImport',
  'Document',
  'Ledger',
  'Recurring',
  'LateFee',
  'LateFeePolicy',
  'Deposit',
  'Report',
  'BankAccount',
  'Vendor',
  'Attention',
  'FailedDelivery',
  'HeldMessage',
  'Proof',
  'AlertPreferences',
  'SecondFactor',
  'Authentication',
  'Conversation',
  'ConversationSettings',
  'CannedReply',
  'Typing',
  'Onboarding',
  'Insurance',
  'Assistant',
  'Branding',
  'Rental',
  'StayBooking',
  'StayCalendar',
  'StayAnalytics',
  'StayTask',
  'GuestStay',
  'PublicStay',
] as const
export type Tag = (typeof tags)[number]

// What a change invalidates where several resources have the same effect.

/** Money was received, reversed or moved. */
export const moneyChanged = {
  invalidatesTags: ['Payment', 'Receipt', 'Ledger', 'Dashboard', 'Attention', 'LateFee', 'Deposit', 'Report'],
} as const satisfies Invalidation

/** A tenancy began, ended or changed: with it the occupancy of homes and the rents that are due. */
export const tenancyChanged = {
  invalidatesTags: [
    'Tenant',
    'Tenancy',
    'Property',
    'Unit',
    'Payment',
    'Ledger',
    'Recurring',
    'Dashboard',
    'Attention',
    'Report',
  ],
} as const satisfies Invalidation

/** A stay was booked, changed or cancelled: with it the nights that are free, and what the listings earned. */
export const bookingChanged = {
  invalidatesTags: ['StayBooking', 'StayCalendar', 'StayAnalytics', 'StayTask', 'Rental'],
} as const satisfies Invalidation

export const subscriptionChanged = {
  invalidatesTags: ['Subscription', 'Invoice', 'Property'],
} as const satisfies Invalidation

/** An administrator changed a landlord's account; every such change is written to the activity log. */
export const landlordChanged = { invalidatesTags: ['AdminLandlord', 'AdminActivity'] } as const satisfies Invalidation

interface Invalidation {
  invalidatesTags: readonly Tag[]
}
