import { openBlobs } from '@keyhold/kit/files/blobs-settings'
import { openScanner } from '@keyhold/kit/files/virus-scanner'
import { openFileStore } from '@keyhold/kit/files/file-store'
import { dayMs } from '@keyhold/kit/lib/dates'
import { defineService } from '@keyhold/kit/runtime/service'
import { config } from './config.ts'
import { fileKinds } from './providers/attachments.ts'
import { repeatConversationAlerts } from './jobs/repeat-conversation-alerts.ts'
import { receiveTexts } from './jobs/receive-texts.ts'
import { smsReceiver } from './domain/sms-receiver.ts'
import { billingEvents } from './events/billing.ts'
import { identityEvents } from './events/identity.ts'
import { ownEvents } from './events/messaging.ts'
import { maintenanceEvents } from './events/maintenance.ts'
import { paymentEvents } from './events/payments.ts'
import { propertyEvents } from './events/properties.ts'
import { proposalEvents } from './events/proposals.ts'
import { tenancyEvents } from './events/tenancy.ts'
import { sendDeliveries } from './jobs/send-deliveries.ts'
import { runReminders, sayReturned } from './jobs/run-reminders.ts'
import { sendNotifications } from './jobs/send-notifications.ts'
import { soundAlerts } from './jobs/sound-alerts.ts'
import { sendPushes } from './jobs/send-pushes.ts'
import { unclaimedAttachmentDays, unsentFileHours } from './limits.ts'
import { openChannels } from './providers/channels.ts'
import { webPush } from './providers/push/push.ts'
import { alertPreferenceRoutes } from './routes/alert-preferences.ts'
import { attachmentRoutes } from './routes/attachments.ts'
import { assistantRoutes } from './routes/conversations/assistant.ts'
import { conversationRoutes } from './routes/conversations/conversations.ts'
import { conversationFileRoutes } from './routes/conversations/files.ts'
import { mailWebhookRoutes } from './routes/conversations/mail.ts'
import { messageRoutes } from './routes/conversations/messages.ts'
import { presenceRoutes } from './routes/conversations/presence.ts'
import { conversationSettingRoutes } from './routes/conversations/settings.ts'
import { deliveryRoutes } from './routes/deliveries.ts'
import { devOutboxRoutes } from './routes/dev-outbox.ts'
import { failedDeliveryRoutes } from './routes/failed-deliveries.ts'
import { heldMessageRoutes } from './routes/held-messages.ts'
import { consentRoutes } from './routes/notifications/consents.ts'
import { inboxRoutes } from './routes/notifications/inbox.ts'
import { preferenceRoutes } from './routes/notifications/preferences.ts'
import { notificationPreviewRoutes } from './routes/notifications/preview.ts'
import { pushRoutes } from './routes/notifications/push.ts'
import { recipientRoutes } from './routes/notifications/recipients.ts'
import { reminderRuleRoutes } from './routes/notifications/reminder-rules.ts'
import { tenantNotificationRoutes } from './routes/notifications/tenant-notifications.ts'
import { forgetUnsentFiles } from './schedules/forget-unsent-files.ts'
import { forgetBodiesNightly } from './schedules/forget-bodies.ts'
import { runRemindersHourly } from './schedules/run-reminders.ts'
import { settleNotifications } from './schedules/settle-notifications.ts'
import { sharedTables } from './schema/schema.ts'

export const messaging = defineService({
  name: 'messaging',
  config,
  migrations: new URL('../migrations/', import.meta.url),
  shared: sharedTables,
  events(settings) {
    const mailReplyDomain = settings.MAIL_REPLY_DOMAIN ?? null
    const messages = { publicUrl: settings.PUBLIC_URL.replace(/\/$/, ''), mailReplyDomain }
    return [
      ...identityEvents(),
      ...billingEvents,
      ...propertyEvents,
      ...tenancyEvents(messages),
      ...maintenanceEvents(messages),
      ...paymentEvents(messages),
      ...ownEvents(messages),
      ...proposalEvents,
    ]
  },
  async build(settings, tools) {
    const blobs = await openBlobs(settings)
    const unclaimedMs = unclaimedAttachmentDays * dayMs
    const attachments = openFileStore({ service: 'messaging', kinds: fileKinds, blobs, tools, unclaimedMs })
    const push = webPush.connect(settings, settings.PUBLIC_URL)
    // Files of people are scanned, and removed sooner where they are not sent.
    const unsentMs = unsentFileHours * 60 * 60_000
    const scanner = openScanner(settings)
    const files = openFileStore({
      service: 'messaging',
      kinds: fileKinds,
      blobs,
      tools,
      scanner,
      unclaimedMs: unsentMs,
    })
    const channels = openChannels(settings, attachments, tools)
    return {
      routes: [
        ...deliveryRoutes(channels),
        ...failedDeliveryRoutes(channels),
        ...heldMessageRoutes,
        ...attachmentRoutes(attachments),
        ...alertPreferenceRoutes,
        ...tenantNotificationRoutes,
        ...notificationPreviewRoutes,
        ...recipientRoutes,
        ...inboxRoutes,
        ...preferenceRoutes,
        ...consentRoutes,
        ...reminderRuleRoutes,
        ...pushRoutes(push),
        ...channels.webhooks(smsReceiver(tools)),
        ...devOutboxRoutes(channels),
        ...conversationRoutes,
        ...presenceRoutes,
        ...messageRoutes({ files, channels }),
        ...conversationFileRoutes(files),
        ...conversationSettingRoutes,
        ...assistantRoutes(channels),
        ...mailWebhookRoutes(settings, files),
      ],
      schedules: [
        forgetBodiesNightly(attachments, tools),
        forgetUnsentFiles(tools),
        settleNotifications(tools),
        runRemindersHourly(tools),
      ],
      jobs: [
        sendDeliveries(channels),
        receiveTexts(files, channels),
        repeatConversationAlerts(settings.PUBLIC_URL.replace(/\/$/, '')),
        soundAlerts(settings.PUBLIC_URL.replace(/\/$/, '')),
        sendNotifications(channels),
        sendPushes(push),
        runReminders(channels),
        sayReturned(channels),
        attachments.removals,
      ],
      checks: { files: () => blobs.check() },
      async stop() {
        await channels.close()
        blobs.close()
      },
    }
  },
})
