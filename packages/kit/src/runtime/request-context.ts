import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from './clock.ts'

/** What all work for one request or event shares: the id for logs and events, and the clock that dates events. */
export const requestContext = new AsyncLocalStorage<{ requestId: string; clock: Clock }>()
