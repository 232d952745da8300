// Numbers of the gateway that are a choice. Nothing but numbers, with their units in their names.

/** Defaults of RATE_LIMIT_PER_SECOND and RATE_LIMIT_BURST. */
export const requestsPerSecond = 100
export const burstRequests = 500

/** A file is held in memory from its first byte to its answer. */
export const uploadsPerCaller = 3
export const uploads = 16
/** A file must bring at least so many bytes in each interval, so that a stalled one does not block others. */
export const uploadPaceBytes = 64 * 1024
export const uploadPaceMs = 10_000

/** Smaller answers are not worth compressing. */
export const compressFromBytes = 1024

export const streamsPerUser = 12
export const streamHeartbeatMs = 25_000
/** The page reconnects with a new token, so a stream hardly outlives its session, even when the session's end was missed. */
export const streamMaxMs = 30 * 60_000
/** How often a tenant's account is asked for while changes overtake the answer. */
export const accountQueries = 3
export const accountTimeoutMs = 2_000

export const verifiedTokens = 10_000
/** Difference between the clocks of two machines. */
export const clockSkewMs = 30_000
/** Unknown key ids make the gateway fetch the keys at most this often. */
export const keyFetchMs = 5_000
/** Between two attempts to reach identity at the start. */
export const startRetryMs = 500

/** Items of each kind that `GET /api/attention` answers. */
export const attentionItemsPerKind = 5
export const endingTenancyDays = 60
