import type { Database } from '@keyhold/kit/database/database'
import type { Clock } from '@keyhold/kit/runtime/clock'
import type { Log } from '@keyhold/kit/runtime/log'
import type { Provider } from '../providers/provider.ts'

/** What work with the payment provider needs. `db` is not the request's, so that a retry with the same Idempotency-Key starts over. */
export interface BillingContext {
  provider: Provider
  db: Database
  clock: Clock
  log: Log
}
