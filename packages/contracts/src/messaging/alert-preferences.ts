import * as routes from './alert-preferences.routes.ts'
import { endpoint } from '../endpoint.ts'
import { flag, optional, phone } from '../scalars.ts'
import { z } from '../zod.ts'

/** The channels on which a landlord gets emergency alerts. Open pages show emergencies in any case. */
export const AlertPreferences = z
  .object({
    emergencyEmail: z.boolean(),
    emergencySms: z.boolean(),
    email: z.string().nullable(),
    /** The number given for alerts, or else the account's. */
    phone: z.string().nullable(),
    /** That number has opted out (STOP) and gets no texts until it opts in again (START). */
    hasOptedOut: z.boolean(),
  })
  .meta({ id: 'AlertPreferences' })

export const getAlertPreferences = endpoint(routes.getAlertPreferences, {
  response: AlertPreferences,
  summary: 'The channels for emergency alerts',
})

/** A null `phone` means the account's number. */
export const AlertPreferencesForm = z
  .object({ emergencyEmail: flag, emergencySms: flag, phone: optional(phone) })
  .partial()

export const saveAlertPreferences = endpoint(routes.saveAlertPreferences, {
  body: AlertPreferencesForm,
  response: AlertPreferences,
  summary: 'Choose the channels for emergency alerts',
})
