import { z } from '@keyhold/contracts/zod'
import { blobSettings, isWholeStore } from '@keyhold/kit/files/blobs-settings'

export const config = z
  .object({
    ...blobSettings,
    PHOTO_GB_PER_LANDLORD: z.coerce
      .number()
      .positive()
      .default(20)
      .describe('Gigabytes that the photos of one landlord may fill'),
    DOCUMENT_GB_PER_LANDLORD: z.coerce
      .number()
      .positive()
      .default(20)
      .describe('Gigabytes that the documents of one landlord may fill'),
  })
  .check(isWholeStore)
