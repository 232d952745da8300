import type { DeliveryMethod, NoticeChannel, NoticeTopic } from '@keyhold/contracts/messaging/notification-words'

export const topicNames: Readonly<Record<NoticeTopic, string>> = {
  rent: 'Rent and payments',
  maintenance: 'Maintenance',
  lease: 'Lease',
  messages: 'Messages',
  announcements: 'Announcements',
}

export const channelNames: Readonly<Record<NoticeChannel, string>> = {
  portal: 'Portal',
  email: 'Email',
  sms: 'Text',
  push: 'Push',
}

export const methodNames: Readonly<Record<DeliveryMethod, string>> = {
  portal: 'Portal',
  sms: 'Text message',
  sms_portal: 'Text message and portal',
  email: 'Email',
  all: 'Portal, text message and email',
}

export const methodOptions = Object.entries(methodNames).map(([value, label]) => ({
  value: value as DeliveryMethod,
  label,
}))
