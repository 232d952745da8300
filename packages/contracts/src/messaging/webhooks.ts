import * as routes from './webhooks.routes.ts'
import { endpoint } from '../endpoint.ts'
import { z } from '../zod.ts'

const twilioForm = z.record(z.string(), z.string())

export const twilioSms = endpoint(routes.twilioSms, {
  encoding: 'form',
  body: twilioForm,
  idempotent: false,
  response: z.string(),
  summary: 'A text that came in (STOP, START); signed by Twilio',
})

export const twilioStatus = endpoint(routes.twilioStatus, {
  encoding: 'form',
  body: twilioForm,
  idempotent: false,
  response: z.string(),
  summary: 'What became of a text; signed by Twilio',
})
