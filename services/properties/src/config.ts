import { z } from '@keyhold/contracts/zod'
import { blobSettings, isWholeStore } from '@keyhold/kit/files/blobs-settings'
import { scannerSettings } from '@keyhold/kit/files/virus-scanner'

export const config = z
  .object({
    ...blobSettings,
    ...scannerSettings,
    PUBLIC_URL: z
      .url('a URL such as https://rent.example.com')
      .default('http://localhost:8080')
      .describe('What links to guests start with'),
    TEST_CARDS: z
      .enum(['on', 'off'])
      .default('off')
      .describe('Guests of short stays pay with simulated cards; their page says "test mode" and no money moves'),
    LOCAL_FEEDS: z
      .enum(['on', 'off'])
      .default('off')
      .describe('Calendars are also read by plain http and from private addresses; for tests and development only'),
    PHOTO_GB_PER_LANDLORD: z.coerce
      .number()
      .positive()
      .default(20)
      .describe('Most gigabytes that the photos of one landlord may fill; the plan may give less'),
    DOCUMENT_GB_PER_LANDLORD: z.coerce
      .number()
      .positive()
      .default(20)
      .describe('Most gigabytes that the documents of one landlord may fill; the plan may give less'),
  })
  .check(isWholeStore)
