// Numbers of identity that are a choice. Nothing but numbers, with their units in their names.

/** Failed sign-ins of one account, or from one network address, before further attempts are refused. */
export const signInFailures = 10
/** Only failed sign-ins of this long count. */
export const signInWindowMinutes = 15

/** Password reset mails to one account, within `resetWindowMinutes`. */
export const resetMailsPerAccount = 3
/** Password resets requested from one network address, within `resetWindowMinutes`. */
export const resetRequestsPerAddress = 20
export const resetWindowMinutes = 60
/** How long a super admin can confirm the account by the mailed link. */
export const confirmationLinkHours = 24

/** Messaging gives an e-mail provider 8 seconds. */
export const mailTimeoutMs = 12_000
/** Waiting times before the second and the third attempt to send a mail. */
export const mailRetryMs = [60_000, 60_000]
/** Waiting time when messaging does not answer, which is not an attempt. */
export const mailPostponeMs = 60_000

export const accessTokenMinutes = 5
/** A session ends when it is not renewed for this long. */
export const sessionDays = 30
/** How long an ended session is listed as ended: longer than an access token of it can be valid. */
export const revokedSessionMinutes = 2 * accessTokenMinutes
export const userAgentLength = 400

/** Age at which the signing key is replaced. */
export const signingKeyDays = 30
/** How long a retired key stays public: longer than a token that it signed is valid, with room for clocks that differ. */
export const retiredKeyMinutes = 60

export const messagesPerTicket = 500
/** How long creating a database may take before its process is taken for dead. */
export const databaseCreationMinutes = 2
/** What the control room counts as recent activity. */
export const recentActivityDays = 30
