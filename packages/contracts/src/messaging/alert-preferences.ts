import * as routes from './alert-preferences.routes.ts'
import { endpoint } from '../endpoint.ts'
import { flag, optional, phone } from '../scalars.ts'
import { z } from '../zod.ts'

/** By which ways the landlord is told of an emergency at once. The open page shows it in any case. */
export const AlertPreferences = z
  .object({
    emergencyEmail: z.boolean(),
    emergencySms: z.boolean(),
    email: z.string().nullable(),
    /** The number that was given for this, or else the account's. */
    phone: z.string().nullable(),
    /** That number answered STOP: nothing reaches it until it sends START. */
    hasOptedOut: z.boolean(),
  })
  .meta({ id: 'AlertPreferences' })

export const getAlertPreferences = endpoint(routes.getAlertPreferences, {
  response: AlertPreferences,
  summary: 'How the landlord hears of emergencies',
})

/** Without a `phone` the account's is used. */
export const AlertPreferencesForm = z
  .object({ emergencyEmail: flag, emergencySms: flag, phone: optional(phone) })
  .partial()

export const saveAlertPreferences = endpoint(routes.saveAlertPreferences, {
  body: AlertPreferencesForm,
  response: AlertPreferences,
  summary: 'Say how the landlord is to hear of emergencies',
})
