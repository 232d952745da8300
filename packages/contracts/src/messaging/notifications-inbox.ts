import * as routes from './notifications-inbox.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { flag, id, instant, pageQuery } from '../scalars.ts'
import { z } from '../zod.ts'
import { noticeTopics } from './notification-words.ts'

/** What one person was told, as it stands behind their bell. */
export const Notice = z
  .object({
    id,
    topic: z.enum(noticeTopics),
    title: z.string(),
    message: z.string(),
    /** The page about it, an address within the site. */
    path: z.string().nullable(),
    isRead: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'Notice' })

const list = {
  query: pageQuery.extend({ unread: flag.optional() }),
  response: z.array(Notice),
  paged: true,
  summary: 'What you were told, newest first',
} as const

export const listNotices = endpoint(routes.listNotices, list)
export const listOwnNotifications = endpoint(routes.listOwnNotifications, {
  ...list,
  summary: "The tenant's own notifications, newest first",
})

export const noticeSummary = endpoint(routes.noticeSummary, {
  response: z.object({ unread: z.int() }),
  summary: 'How many notifications you have not read',
})

export const readNotice = endpoint(routes.readNotice, { response: Notice, summary: 'Mark a notification as read' })
export const readOwnNotification = endpoint(routes.readOwnNotification, {
  response: Notice,
  summary: "Mark one of the tenant's own notifications as read",
})

export const readAllNotices = endpoint(routes.readAllNotices, {
  response: z.object({ read: z.int() }),
  summary: 'Mark all your notifications as read',
})

/** A person was told something, or read it. `tenantId` null: the landlord. */
export const NoticeChanged = event({
  type: 'messaging.notice.changed',
  version: 1,
  subject: 'noticeId',
  data: z.object({ noticeId: id, landlordId: id, tenantId: id.nullable() }),
})
