import { type JobHandler, onJob } from '@keyhold/kit/jobs/queue'
import { feedJob } from '../domain/feeds/sync-job.ts'
import { syncFeed } from '../domain/feeds/syncing/sync-feed.ts'
import type { CalendarClient } from '../providers/feeds/fetch-calendar.ts'

/** Fetches queued feeds; the landlords take turns. What a site answers is no failure of the job. */
export const syncFeeds = (calendars: CalendarClient): JobHandler =>
  onJob(
    feedJob,
    async ({ data: { feedId }, landlordId, signal, finish, db, clock }) => {
      if (landlordId === null) throw new Error(`Feed ${feedId} without a landlord`)
      await syncFeed({ landlordId, id: feedId }, { db, clock, calendars }, { signal, finish })
    },
    { delaysMs: [60_000, 300_000], concurrency: 8 },
  )
