import { every } from '@keyhold/kit/jobs/schedule'
import type { Tools } from '@keyhold/kit/http/request'
import { learnOwners } from '../projections/landlords.ts'

/** Learns, every hour, the names of owners that no event has told of. */
export const learnOwnersHourly = (tools: Tools) =>
  every({ name: 'learn-owners', cron: '41 * * * *', run: () => learnOwners(tools) })
