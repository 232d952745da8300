import { z } from '@keyhold/contracts/zod'
import { blobSettings, isWholeStore } from '@keyhold/kit/blobs-settings'

/** What properties reads from the environment: where photos are kept. */
export const config = z.object(blobSettings).check(isWholeStore)
