// Numbers of the gateway that are a choice. Nothing but numbers, with their units in their names.

/** Defaults of RATE_LIMIT_PER_SECOND and RATE_LIMIT_BURST. */
export const requestsPerSecond = 100
export const burstRequests = 500

/** Of a body that arrives; the rest goes to a file. A text that is no longer is parsed without waiting for a turn. */
export const bodyMemoryBytes = 32 * 1024
/** In the files of all bodies that arrive or wait. */
export const spoolBytes = 2e9
/** Uploads that one account sends at a time; the others are not read yet. */
export const arrivingUploadsPerCaller = 3
/** A body must bring at least so many bytes in each interval. */
export const bodyPaceBytes = 64 * 1024
export const bodyPaceMs = 10_000
/** It must have arrived within this time, and that which its length needs at the slowest rate. */
export const bodyGraceMs = 30_000
export const slowestBytesPerSecond = 64 * 1024

/** Files whose requests are worked on, of all landlords and of one. Multipart forms are in memory three times. */
export const fileBytes = 150e6
export const fileBytesPerOwner = 50e6
/** What a small file counts as: an image of a few kilobytes can be large when it is decoded. */
export const smallestFileCost = 5e6
/** The same for texts. Parsed JSON takes up to 25 times its bytes. */
export const textBytes = 8e6
export const textBytesPerOwner = 2e6
/** How long a body that has arrived waits for its turn. */
export const bodyWaitMs = 30_000

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
/** Host names whose landlord is stored, and for how long without a change. */
export const knownHosts = 10_000
export const hostCacheMs = 60_000
/** Unknown key ids make the gateway fetch the keys at most this often. */
export const keyFetchMs = 5_000
/** Between two attempts to reach identity at the start. */
export const startRetryMs = 500

/** Items of each kind that `GET /api/attention` answers. */
export const attentionItemsPerKind = 5
export const endingTenancyDays = 60
