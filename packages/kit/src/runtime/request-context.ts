import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from './clock.ts'

/** What everything that happens for one request or event shares: its id in logs and on events, and the clock that dates them. */
export const requestContext = new AsyncLocalStorage<{ requestId: string; clock: Clock }>()
