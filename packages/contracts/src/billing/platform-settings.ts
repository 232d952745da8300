import * as routes from './platform-settings.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { whole } from '../scalars.ts'
import { z } from '../zod.ts'

export const propertyLimit = whole(0, 100_000, 'The limit is a whole number from 0 to 100,000')

/** What new landlords start with. */
export const PlatformSettings = z
  .object({
    trialDays: whole(1, 365, 'A trial lasts from 1 to 365 days'),
    defaultMaxProperties: propertyLimit,
  })
  .meta({ id: 'PlatformSettings' })

export type PlatformSettings = z.output<typeof PlatformSettings>

export const platformSettings = endpoint(routes.platformSettings, {
  response: PlatformSettings,
  summary: 'What new landlords start with',
})

export const changePlatformSettings = endpoint(routes.changePlatformSettings, {
  body: PlatformSettings.partial(),
  response: PlatformSettings,
  summary: 'Change what new landlords start with',
})

/** `settingsId` is always the nil UUID, since there is one record. */
export const PlatformSettingsChanged = event({
  type: 'billing.settings.changed',
  version: 1,
  subject: 'settingsId',
  data: PlatformSettings.extend({ settingsId: z.uuid() }),
})
