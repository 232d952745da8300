import * as routes from './notifications.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { calendarDate, flag, id, instant, line, optional, pageQuery, prose, whole } from '../scalars.ts'
import { z } from '../zod.ts'
import {
  deliveryMethods,
  noticeChannels,
  notificationStatuses,
  notificationTypes,
  recurringTypes,
} from './notification-words.ts'

/** A date and time without a zone: at each recipient's home. */
export const localTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, 'Enter a date and a time')
  .refine((text) => calendarDate.safeParse(text.slice(0, 10)).success, 'Enter a date and a time')

/** How far a notification has come with its recipients. A recipient counts as sent once one channel has reached them. */
export const NotificationProgress = z.object({
  recipients: z.int(),
  /** Recipients whose messages are written and queued. */
  prepared: z.int(),
  sent: z.int(),
  pending: z.int(),
  failed: z.int(),
  /** Recipients for whom at least one channel failed. */
  problems: z.int(),
})

export const TenantNotification = z
  .object({
    id,
    title: z.string(),
    message: z.string(),
    /** Null: all tenants, or those of the property. */
    tenantId: id.nullable(),
    tenantName: z.string().nullable(),
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    notificationType: z.enum(notificationTypes),
    deliveryMethod: z.enum(deliveryMethods),
    status: z.enum(notificationStatuses),
    /** Why it failed. */
    reason: z.string().nullable(),
    isRead: z.boolean(),
    /** The earliest moment at which it is sent. */
    scheduledFor: instant.nullable(),
    /** The time at each recipient's home, where it was given without a zone. */
    scheduledLocal: z.string().nullable(),
    sentAt: instant.nullable(),
    createdAt: instant,
    dueDate: calendarDate.nullable(),
    effectiveDate: calendarDate.nullable(),
    isRecurring: z.boolean(),
    recurringType: z.enum(recurringTypes).nullable(),
    recurringDay: z.int().nullable(),
    /** The day of the next message at the recipients' homes. */
    nextSendDate: calendarDate.nullable(),
    lastSentDate: calendarDate.nullable(),
    /** Its messages are being written and queued right now. */
    isSending: z.boolean(),
    progress: NotificationProgress,
  })
  .meta({ id: 'TenantNotification' })

export const TenantNotificationForm = z.object({
  title: line(200, 'Title is required'),
  message: prose(2000, 'Message is required'),
  tenantId: optional(id),
  propertyId: optional(id),
  notificationType: z.enum(notificationTypes).default('custom'),
  deliveryMethod: z.enum(deliveryMethods).default('portal'),
  /** An instant, or a time without a zone, which means that time at each recipient's home. */
  scheduledFor: optional(z.union([instant, localTime], 'Enter a date and a time')),
  useScheduling: flag.optional(),
  dueDate: optional(calendarDate),
  effectiveDate: optional(calendarDate),
  useDueDate: flag.optional(),
  isRecurring: flag.default(false),
  recurringType: optional(z.enum(recurringTypes)),
  recurringDay: optional(whole(1, 28, 'A day from 1 to 28')),
})

export const notificationFilters = ['all', 'sent', 'pending', 'failed', 'unread'] as const

export const listTenantNotifications = endpoint(routes.listTenantNotifications, {
  query: pageQuery.extend({ show: z.enum(notificationFilters).default('all') }),
  response: z.array(TenantNotification),
  paged: true,
  summary: 'Notifications to tenants, newest first',
})

export const createTenantNotification = endpoint(routes.createTenantNotification, {
  status: 201,
  body: TenantNotificationForm,
  response: TenantNotification,
  summary: 'Send a notification to one tenant, those of a property, or all; now, later or regularly',
})

export const tenantNotificationSummary = endpoint(routes.tenantNotificationSummary, {
  response: z.object({ all: z.int(), sent: z.int(), pending: z.int(), failed: z.int(), unread: z.int() }),
  summary: 'How many notifications there are by status',
})

export const previewTenantNotification = endpoint(routes.previewTenantNotification, {
  body: TenantNotificationForm,
  idempotent: false,
  response: z.object({
    recipients: z.int(),
    /** What one of the recipients gets; null where there is none. */
    sample: z.object({ tenantId: id, name: z.string(), title: z.string(), message: z.string() }).nullable(),
    /** Recipients without a phone number, where it is sent by text. */
    withoutPhone: z.int(),
    /** The first moment at which something is sent; null: at once. */
    firstSendAt: instant.nullable(),
  }),
  summary: 'What one recipient would get, and how many there are',
})

export const getTenantNotification = endpoint(routes.getTenantNotification, {
  response: TenantNotification,
  summary: 'A notification with how far it has come now',
})

export const updateTenantNotification = endpoint(routes.updateTenantNotification, {
  body: TenantNotificationForm,
  response: TenantNotification,
  summary: 'Change a notification that has not been sent yet; fields that are absent get their defaults',
})

export const cancelTenantNotification = endpoint(routes.cancelTenantNotification, {
  summary: 'Remove a notification that has not been sent yet',
})

export const stopTenantNotification = endpoint(routes.stopTenantNotification, {
  response: TenantNotification,
  summary: 'Send no further messages of a recurring notification',
})

export const markTenantNotificationRead = endpoint(routes.markTenantNotificationRead, {
  response: TenantNotification,
  summary: 'Mark a sent notification as read',
})

/** What happened on one channel. `held` messages wait; `skipped` ones are not sent, and `reason` says why. */
export const channelStatuses = ['sent', 'pending', 'held', 'failed', 'skipped'] as const

export const NotificationRecipient = z
  .object({
    id,
    tenantId: id,
    name: z.string(),
    /** When the tenant read it in the portal. */
    readAt: instant.nullable(),
    createdAt: instant,
    channels: z.array(
      z.object({
        channel: z.enum(noticeChannels),
        status: z.enum(channelStatuses),
        reason: z.string().nullable(),
        to: z.string().nullable(),
        canRetry: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'NotificationRecipient' })

export const listNotificationRecipients = endpoint(routes.listNotificationRecipients, {
  query: pageQuery.extend({ show: z.enum(['all', 'problems']).default('all') }),
  response: z.array(NotificationRecipient),
  paged: true,
  summary: 'The recipients of the latest message of a notification, with what happened on each channel',
})

export const retryNotification = endpoint(routes.retryNotification, {
  body: z.object({
    /** Absent: everybody for whom something failed. */
    recipientId: optional(id),
  }),
  response: TenantNotification,
  summary: 'Send failed messages of a notification again',
})

/** A notification to tenants was created, changed, has come further, or was removed. */
export const NotificationChanged = event({
  type: 'messaging.notification.changed',
  version: 1,
  subject: 'notificationId',
  data: z.object({ notificationId: id, landlordId: id }),
})
