import { every } from '@keyhold/kit/jobs/schedule'
import type { Tools } from '@keyhold/kit/http/request'
import { fetchMissingOwners } from '../projections/landlords.ts'

/** Fetches every hour the owners whose events have not been received. */
export const fetchMissingOwnersHourly = (tools: Tools) =>
  every({ name: 'learn-owners', cron: '41 * * * *', run: () => fetchMissingOwners(tools) })
