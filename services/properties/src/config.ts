import { z } from '@keyhold/contracts/zod'
import { blobSettings, isWholeStore } from '@keyhold/kit/files/blobs-settings'
import { scannerSettings } from '@keyhold/kit/files/virus-scanner'

export const config = z
  .object({
    ...blobSettings,
    ...scannerSettings,
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
