import { refresh } from '@keyhold/contracts/identity/accounts.routes'

// Refresh tokens rotate, and one used twice ends the session: so at most one refresh at a time, over all tabs of this browser.
const lastRefresh = 'keyhold.refreshed-at'

export type Refreshed = 'renewed' | 'signed-out' | 'unavailable'

let inFlight: Promise<Refreshed> | undefined

/** Renews the session, once for all callers that wait. `failedCallSentAt`: a refresh after this time is enough. */
export function refreshSession(failedCallSentAt: number): Promise<Refreshed> {
  inFlight ??= acrossTabs(() => refreshUnlessDone(failedCallSentAt)).finally(() => {
    inFlight = undefined
  })
  return inFlight
}

async function refreshUnlessDone(since: number): Promise<Refreshed> {
  if (readLast() > since) return 'renewed'
  try {
    const response = await fetch(refresh.path, { method: refresh.method, credentials: 'include' })
    // An unread response body keeps its connection open.
    await response.text()
    if (response.ok) {
      writeLast()
      return 'renewed'
    }
    return response.status === 401 || response.status === 403 ? 'signed-out' : 'unavailable'
  } catch {
    return 'unavailable'
  }
}

// Locks exist in secure contexts only; elsewhere two tabs may race.
const acrossTabs = (work: () => Promise<Refreshed>): Promise<Refreshed> =>
  'locks' in navigator ? navigator.locks.request('keyhold.refresh', work) : work()

function readLast(): number {
  try {
    return Number(localStorage.getItem(lastRefresh) ?? 0)
  } catch {
    return 0
  }
}

function writeLast(): void {
  try {
    localStorage.setItem(lastRefresh, String(Date.now()))
  } catch {
    // Storage may be blocked: each tab then refreshes for itself.
  }
}
