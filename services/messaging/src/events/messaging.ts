import { DeliveryFailed } from '@keyhold/contracts/messaging/deliveries'
import { pages } from '@keyhold/contracts/pages'
import { on } from '@keyhold/kit/messaging/handlers'
import { eq } from 'drizzle-orm'
import type { EventMessages } from '../domain/mail-landlord.ts'
import { notifyLandlord } from '../domain/notifications/notify.ts'
import { delivery } from '../schema/deliveries.ts'
import { notice, noticeChannel, notification } from '../schema/notifications.ts'

/** Undelivered messages stand behind the landlord's bell: once for all those of a notification. */
export const ownEvents = ({ publicUrl }: EventMessages) => [
  on(DeliveryFailed, async ({ data: { deliveryId, landlordId, channel, reason }, tx, clock }) => {
    if (landlordId === null) return
    const [row] = await tx
      .select({ to: delivery.to, notificationId: notice.notificationId, occurrence: notice.occurrence })
      .from(delivery)
      .leftJoin(noticeChannel, eq(noticeChannel.deliveryId, delivery.id))
      .leftJoin(notice, eq(notice.id, noticeChannel.noticeId))
      .where(eq(delivery.id, deliveryId))
    if (!row) return
    const { notificationId, occurrence } = row
    if (notificationId) await tx.update(notification).set({ isFinal: false }).where(eq(notification.id, notificationId))
    const what = channel === 'sms' ? 'text' : 'mail'
    await notifyLandlord(
      tx,
      {
        landlordId,
        topic: 'messages',
        key: notificationId ? `failed:${notificationId}:${occurrence}` : `failed:${deliveryId}`,
        title: notificationId
          ? 'Some messages of a notification could not be delivered'
          : `A ${what}${row.to ? ` to ${row.to}` : ''} could not be delivered`,
        body: reason,
        path: notificationId ? pages.tenantNotification(notificationId) : pages.failedMessages,
      },
      { now: clock.now(), publicUrl },
    )
  }),
]
