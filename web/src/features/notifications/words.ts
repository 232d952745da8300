import {
  type NotificationType,
  notificationTemplates,
  notificationTypes,
} from '@keyhold/contracts/messaging/notification-words'
import type { TenantNotification } from '@keyhold/contracts/messaging/notifications'
import type { z } from '@keyhold/contracts/zod'
import { date, dateTime, ordinal, time } from '~/lib/format.ts'

export type Notification = z.output<typeof TenantNotification>

export const typeNames: Readonly<Record<NotificationType, string>> = {
  rent_reminder: 'Rent reminder',
  maintenance_update: 'Maintenance update',
  lease_renewal: 'Lease renewal',
  policy_update: 'Policy update',
  custom: 'Custom',
}

export const typeOptions = notificationTypes.map((value) => ({ value, label: typeNames[value] }))

/** Whether a text is what a template wrote, or nothing: then another template may replace it. */
export const isFromTemplate = (field: 'title' | 'message', text: string): boolean =>
  text.trim() === '' || Object.values(notificationTemplates).some((template) => template[field] === text)

/** The types for which a due date can be chosen (spec 2 §5). */
export const hasDueDate = (type: string | undefined): boolean =>
  type === 'rent_reminder' || type === 'lease_renewal' || type === 'policy_update'

/** Whom a notification is for, in words. */
export const audienceOf = ({ tenantId, tenantName, propertyId, propertyName }: Notification): string => {
  if (tenantId) return tenantName ?? 'One tenant'
  return propertyId ? `All tenants of ${propertyName ?? 'a property'}` : 'All tenants'
}

/** A notification's time: of each recipient's home where it was given that way. */
export function scheduleOf({ scheduledFor, scheduledLocal }: Notification): string | null {
  if (scheduledLocal)
    return `${date(scheduledLocal.slice(0, 10))}, ${time(`${scheduledLocal}:00`)}, at each tenant’s home`
  return scheduledFor ? dateTime(scheduledFor) : null
}

/** How often it comes, and when next. */
export function recurrenceOf({ isRecurring, recurringType, recurringDay, nextSendDate, lastSentDate }: Notification) {
  if (!isRecurring) return null
  const often = recurringType === 'weekly' ? 'Every week' : `Monthly on the ${ordinal(recurringDay ?? 1)}`
  const next = nextSendDate ? `next on ${date(nextSendDate)}` : 'stopped'
  return [often, next, ...(lastSentDate ? [`last on ${date(lastSentDate)}`] : [])].join(', ')
}

/** A moment as an input of type datetime-local holds it: on the clock of this device. */
export function inputOf(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

export const tomorrowAtNine = (now = new Date()): string =>
  inputOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9))
