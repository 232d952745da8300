import { z } from '@keyhold/contracts/zod'
import { blobSettings, isWholeStore } from '@keyhold/kit/files/blobs-settings'

export const config = z
  .object({
    ...blobSettings,
    REQUEST_PHOTO_GB_PER_LANDLORD: z.coerce
      .number()
      .positive()
      .default(20)
      .describe(
        "Gigabytes that the photos of one landlord's maintenance requests may fill; one tenant a twentieth of it",
      ),
  })
  .check(isWholeStore)
