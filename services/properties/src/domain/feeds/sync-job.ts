import { z } from '@keyhold/contracts/zod'
import { job } from '@keyhold/kit/jobs/queue'

/** Fetches a feed. Its key is the feed: one that waits is enough. */
export const feedJob = job({ name: 'sync-feed', data: z.object({ feedId: z.guid() }) })
