import * as routes from './platform-settings.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { whole } from '../scalars.ts'
import { z } from '../zod.ts'

/** What a new landlord is given: set by the administrator, these constants until then. */
export const PlatformSettings = z
  .object({
    trialDays: whole(1, 365, 'A trial lasts from 1 to 365 days'),
    defaultMaxProperties: whole(0, 100_000, 'The limit is a whole number from 0 to 100,000'),
  })
  .meta({ id: 'PlatformSettings' })

export type PlatformSettings = z.output<typeof PlatformSettings>

export const platformSettings = endpoint(routes.platformSettings, {
  response: PlatformSettings,
  summary: 'What a new landlord is given',
})

export const changePlatformSettings = endpoint(routes.changePlatformSettings, {
  body: PlatformSettings.partial(),
  response: PlatformSettings,
  summary: 'Change what landlords are given who sign up from now on',
})

/** What new landlords are given has changed. `settingsId` is always the nil UUID: there is one. */
export const PlatformSettingsChanged = event({
  type: 'billing.settings.changed',
  version: 1,
  subject: 'settingsId',
  data: PlatformSettings.extend({ settingsId: z.uuid() }),
})
