import * as routes from './notification-preferences.routes.ts'
import { endpoint } from '../endpoint.ts'
import { flag, id, instant } from '../scalars.ts'
import { z } from '../zod.ts'
import { noticeTopics } from './notification-words.ts'

/** Channels that a person can switch off by topic. The list behind the bell has everything. */
export const preferenceChannels = ['email', 'sms', 'push'] as const

/** Why nothing can reach a person on a channel at all. */
const Reach = z.object({
  address: z.string().nullable(),
  /** Null where messages can arrive. */
  problem: z.string().nullable(),
})

export const NotificationPreferences = z
  .object({
    email: Reach,
    sms: Reach,
    topics: z.array(z.object({ topic: z.enum(noticeTopics), email: z.boolean(), sms: z.boolean(), push: z.boolean() })),
  })
  .meta({ id: 'NotificationPreferences' })

export const getNotificationPreferences = endpoint(routes.getNotificationPreferences, {
  response: NotificationPreferences,
  summary: 'On which channels you may be told what',
})

export const saveNotificationPreference = endpoint(routes.saveNotificationPreference, {
  body: z.object({ topic: z.enum(noticeTopics), channel: z.enum(preferenceChannels), isOn: flag }),
  response: NotificationPreferences,
  summary: 'Switch a channel on or off for a topic',
})

export const consentKinds = ['given', 'stopped', 'restarted', 'switched_off', 'switched_on', 'bounced'] as const

/** An entry of the record of consent to messages: what was agreed or refused, for which address, and when. */
export const Consent = z
  .object({
    id: z.string(),
    kind: z.enum(consentKinds),
    channel: z.enum(preferenceChannels),
    /** The number or e-mail address it is about; null for push. */
    address: z.string().nullable(),
    /** Where it comes from, in words. */
    source: z.string(),
    /** What the person was shown or sent, where there was something. */
    shown: z.string().nullable(),
    at: instant,
  })
  .meta({ id: 'Consent' })

export const listConsents = endpoint(routes.listConsents, {
  response: z.array(Consent.extend({ tenantId: id })),
  summary: "A tenant's record of consent to messages, newest first",
})
