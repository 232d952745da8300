import * as routes from './webhooks.routes.ts'
import { endpoint } from '../endpoint.ts'
import { z } from '../zod.ts'

const webhook = {
  encoding: 'form',
  headers: ['x-twilio-signature'],
  body: z.record(z.string(), z.string()),
  idempotent: false,
  response: z.string(),
} as const

export const twilioSms = endpoint(routes.twilioSms, {
  ...webhook,
  summary: 'An incoming text message (STOP, START); signed by Twilio',
})

export const twilioStatus = endpoint(routes.twilioStatus, {
  ...webhook,
  summary: 'Delivery status of a text message; signed by Twilio',
})
