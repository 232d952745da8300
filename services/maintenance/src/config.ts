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
      .describe('What links to vendors start with'),
    REQUEST_PHOTO_GB_PER_LANDLORD: z.coerce
      .number()
      .positive()
      .default(20)
      .describe(
        "Gigabytes that the photos of one landlord's maintenance requests may fill; one tenant a twentieth of it",
      ),
  })
  .check(isWholeStore)
