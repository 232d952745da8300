// Types, channels and templates of notifications. Without zod, so that the page can import it.

export const notificationTypes = [
  'rent_reminder',
  'maintenance_update',
  'lease_renewal',
  'policy_update',
  'custom',
] as const
export type NotificationType = (typeof notificationTypes)[number]

export const deliveryMethods = ['portal', 'sms', 'sms_portal', 'email', 'all'] as const
export type DeliveryMethod = (typeof deliveryMethods)[number]

/** The ways to one person. `portal` is the list behind the bell. */
export const noticeChannels = ['portal', 'email', 'sms', 'push'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** The channels that each delivery method uses. A message in the portal is also shown by web push where the person asked for it. */
export const channelsOf: Readonly<Record<DeliveryMethod, readonly NoticeChannel[]>> = {
  portal: ['portal', 'push'],
  sms: ['sms'],
  sms_portal: ['portal', 'push', 'sms'],
  email: ['email'],
  all: ['portal', 'push', 'sms', 'email'],
}

export const notificationStatuses = ['pending', 'sent', 'failed'] as const

export const recurringTypes = ['monthly', 'weekly'] as const

/** What a notification is about; people switch channels on and off by topic. */
export const noticeTopics = ['rent', 'maintenance', 'lease', 'messages', 'announcements'] as const
export type NoticeTopic = (typeof noticeTopics)[number]

export const topicOf: Readonly<Record<NotificationType, NoticeTopic>> = {
  rent_reminder: 'rent',
  maintenance_update: 'maintenance',
  lease_renewal: 'lease',
  policy_update: 'announcements',
  custom: 'announcements',
}

/** Filled in for each recipient. */
export const recipientPlaceholders = ['PROPERTY_NAME', 'TENANT_NAME', 'DUE_DATE', 'EFFECTIVE_DATE'] as const

/** In templates, for the landlord to replace with their own words. */
export const landlordPlaceholders = ['UPDATE_DETAILS', 'POLICY_TYPE'] as const

/** The texts that choosing a type fills in. */
export const notificationTemplates: Readonly<Record<NotificationType, { title: string; message: string }>> = {
  rent_reminder: {
    title: 'Rent reminder for [PROPERTY_NAME]',
    message:
      'This is a reminder that your rent for [PROPERTY_NAME] is due on [DUE_DATE]. If you have already paid, no further action is needed.',
  },
  maintenance_update: {
    title: 'Maintenance update for [PROPERTY_NAME]',
    message: 'There is an update about maintenance at [PROPERTY_NAME]: [UPDATE_DETAILS]',
  },
  lease_renewal: {
    title: 'Your lease for [PROPERTY_NAME]',
    message:
      'Your lease for [PROPERTY_NAME] ends soon. Please tell us by [DUE_DATE] whether you would like to renew it.',
  },
  policy_update: {
    title: 'Policy update: [POLICY_TYPE]',
    message: 'The [POLICY_TYPE] policy for [PROPERTY_NAME] changes. The change takes effect on [EFFECTIVE_DATE].',
  },
  custom: { title: '', message: '' },
}

const placeholder = /\[([A-Z][A-Z_]*)\]/g

/** The names of the placeholders in a text, each once. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name]) => name!)),
]

/** Replaces the placeholders whose values are known and leaves the others. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string | undefined>>): string =>
  text.replaceAll(placeholder, (whole, name: string) => values[name] ?? whole)

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A calendar date as messages say it: March 1, 2026. */
export const dateInWords = (date: string): string => longDate.format(new Date(`${date}T00:00:00Z`))
