import * as routes from './reminder-rules.routes.ts'
import { endpoint } from '../endpoint.ts'
import { flag, id, instant, line, optional, pageQuery, prose, whole } from '../scalars.ts'
import { z } from '../zod.ts'
import { deliveryMethods } from './notification-words.ts'
import { reminderTriggers } from './reminder-triggers.ts'

/** A message that is sent by itself when a record says so. */
export const ReminderRule = z
  .object({
    id,
    trigger: z.enum(reminderTriggers),
    days: z.int(),
    title: z.string(),
    message: z.string(),
    deliveryMethod: z.enum(deliveryMethods),
    isOn: z.boolean(),
    /** It is there from the start, and can be switched off but not removed. */
    isPreset: z.boolean(),
    /** Messages of the last 30 days. */
    sent: z.int(),
    skipped: z.int(),
    lastSentAt: instant.nullable(),
  })
  .meta({ id: 'ReminderRule' })

export const ReminderRuleForm = z.object({
  trigger: z.enum(reminderTriggers),
  days: whole(0, 120, 'A number of days from 0 to 120').default(0),
  title: line(200, 'Title is required'),
  message: prose(1000, 'Message is required'),
  deliveryMethod: z.enum(deliveryMethods).default('portal'),
  isOn: flag.default(false),
})

export const listReminderRules = endpoint(routes.listReminderRules, {
  response: z.array(ReminderRule),
  summary: 'Your reminder rules; those that everybody has are off until you switch them on',
})

export const createReminderRule = endpoint(routes.createReminderRule, {
  status: 201,
  body: ReminderRuleForm,
  response: ReminderRule,
  summary: 'Add a reminder rule',
})

export const updateReminderRule = endpoint(routes.updateReminderRule, {
  body: z.object({
    days: whole(0, 120, 'A number of days from 0 to 120').optional(),
    title: line(200, 'Title is required').optional(),
    message: prose(1000, 'Message is required').optional(),
    deliveryMethod: z.enum(deliveryMethods).optional(),
    isOn: flag.optional(),
  }),
  response: ReminderRule,
  summary: 'Change a reminder rule, or switch it on or off',
})

export const deleteReminderRule = endpoint(routes.deleteReminderRule, {
  summary: 'Remove a reminder rule of your own',
})

/** What a rule says about one record. */
const Sample = z.object({
  /** Whom the reminder would go to. */
  recipient: z.string(),
  /** The record it is about, in words. */
  record: z.string(),
  title: z.string(),
  message: z.string(),
})

export const previewReminder = endpoint(routes.previewReminder, {
  body: z.object({ tenantId: optional(id) }),
  idempotent: false,
  /** Null where no record fits the rule at present. */
  response: z.object({ sample: Sample.nullable() }),
  summary: 'What the rule would say about one of your records',
})

export const testReminder = endpoint(routes.testReminder, {
  body: z.object({ tenantId: optional(id) }),
  response: z.object({ sample: Sample }),
  summary: 'Send the reminder about one of your records to your own email address',
})

export const ReminderLogEntry = z
  .object({
    id,
    outcome: z.enum(['sent', 'skipped']),
    /** Why nothing was sent. */
    reason: z.string().nullable(),
    tenantId: id.nullable(),
    recipient: z.string(),
    record: z.string(),
    at: instant,
  })
  .meta({ id: 'ReminderLogEntry' })

export const listReminderLog = endpoint(routes.listReminderLog, {
  query: pageQuery,
  response: z.array(ReminderLogEntry),
  paged: true,
  summary: 'What a rule sent or skipped, and why, newest first',
})
