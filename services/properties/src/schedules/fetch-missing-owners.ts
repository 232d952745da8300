import { every } from '@keyhold/kit/jobs/schedule'
import type { Tools } from '@keyhold/kit/http/request'
import { fetchMissingOwners } from '../projections/landlords.ts'

/** Learns, every hour, the names of owners that no event has told of. */
export const fetchMissingOwnersHourly = (tools: Tools) =>
  every({ name: 'learn-owners', cron: '41 * * * *', run: () => fetchMissingOwners(tools) })
