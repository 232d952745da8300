import type { NoticeTopic } from './notification-words.ts'

/** What a rule can follow. Without zod, so that the page can import it. */
export const reminderTriggers = [
  'rent_due',
  'rent_overdue',
  'payment_returned',
  'lease_ending',
  'insurance_expiring',
  'visit_tomorrow',
  'request_waiting',
] as const
export type ReminderTrigger = (typeof reminderTriggers)[number]

export interface TriggerFacts {
  label: string
  /** Who is told. */
  to: 'tenant' | 'landlord'
  topic: NoticeTopic
  /** What the number of days counts; null where there is none. */
  days: string | null
  /** What can stand in the texts, beside TENANT_NAME and PROPERTY_NAME. */
  placeholders: readonly string[]
  /** The rule that every landlord has, off until they switch it on. */
  preset: { days: number; title: string; message: string }
}

export const triggerFacts: Readonly<Record<ReminderTrigger, TriggerFacts>> = {
  rent_due: {
    label: 'Rent is due soon',
    to: 'tenant',
    topic: 'rent',
    days: 'days before it is due',
    placeholders: ['AMOUNT', 'DUE_DATE'],
    preset: {
      days: 3,
      title: 'Rent due on [DUE_DATE]',
      message: '[AMOUNT] for [PROPERTY_NAME] is due on [DUE_DATE].',
    },
  },
  rent_overdue: {
    label: 'Rent is overdue',
    to: 'tenant',
    topic: 'rent',
    days: 'days after it was due',
    placeholders: ['AMOUNT', 'DUE_DATE'],
    preset: {
      days: 3,
      title: 'Rent is overdue',
      message: '[AMOUNT] for [PROPERTY_NAME] was due on [DUE_DATE] and has not been recorded as paid.',
    },
  },
  payment_returned: {
    label: 'A payment was returned or reversed',
    to: 'tenant',
    topic: 'rent',
    days: null,
    placeholders: ['AMOUNT'],
    preset: {
      days: 0,
      title: 'Your payment was returned',
      message: 'Your payment of [AMOUNT] was returned, so the amount is open again.',
    },
  },
  lease_ending: {
    label: 'A lease is ending',
    to: 'tenant',
    topic: 'lease',
    days: 'days before it ends',
    placeholders: ['END_DATE'],
    preset: {
      days: 60,
      title: 'Your lease ends on [END_DATE]',
      message: 'Your lease for [PROPERTY_NAME] ends on [END_DATE]. Please tell us whether you would like to renew it.',
    },
  },
  insurance_expiring: {
    label: 'Renters insurance is expiring',
    to: 'tenant',
    topic: 'lease',
    days: 'days before it expires',
    placeholders: ['INSURER', 'EXPIRY_DATE'],
    preset: {
      days: 30,
      title: 'Your renters insurance expires on [EXPIRY_DATE]',
      message: 'Your policy with [INSURER] expires on [EXPIRY_DATE]. Please enter the renewed policy under Settings.',
    },
  },
  visit_tomorrow: {
    label: 'A visit is tomorrow',
    to: 'tenant',
    topic: 'maintenance',
    days: null,
    placeholders: ['REQUEST_TITLE', 'VISIT_DATE'],
    preset: {
      days: 0,
      title: 'Visit tomorrow: [REQUEST_TITLE]',
      message: 'Somebody comes to [PROPERTY_NAME] on [VISIT_DATE] because of “[REQUEST_TITLE]”.',
    },
  },
  request_waiting: {
    label: 'A maintenance request is waiting',
    to: 'landlord',
    topic: 'maintenance',
    days: 'days after it was opened',
    placeholders: ['REQUEST_TITLE', 'OPENED_ON'],
    preset: {
      days: 3,
      title: 'Still open: [REQUEST_TITLE]',
      message: '“[REQUEST_TITLE]” at [PROPERTY_NAME] has been open since [OPENED_ON].',
    },
  },
}
