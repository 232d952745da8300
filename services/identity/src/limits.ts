// Numbers of identity that are a choice. Nothing but numbers, with their units in their names.

/** Failed sign-ins of one account from one network, session or known device before further attempts from there are refused. */
export const signInFailures = 10
/** Failed sign-ins from one network, of any accounts. */
export const networkFailures = 30
/** How often a network may ask which account type the sign-in form chooses, within the same window. */
export const accountTypeQuestions = 30
/** Only failed sign-ins of this long count. */
export const signInWindowMinutes = 15
/** Failed sign-ins of one account from anywhere before a network that failed has to wait between two attempts. */
export const accountFailuresBeforeDelay = 20
/** The first such wait; it doubles with each failure. */
export const firstDelaySeconds = 30
/** Wrong passwords sent through one invitation link before it takes no more. */
export const invitationFailures = 5
/** Longer than an invitation link is valid. */
export const invitationFailureDays = 8
/** Accounts that nobody has proved to own the address, whose passwords are compared at a sign-in. */
export const unprovedCandidates = 8
/** Wrong codes of an account's second factor, from places where nobody of the account was signed in before, and from each place where somebody was. A code has six digits. */
export const codeFailures = 20
export const codeFailureHours = 24
/** How long the second step of a sign-in waits. */
export const secondStepMinutes = 10
/** How long a passkey has to sign. */
export const passkeyMinutes = 5
/** How often a network may ask for a passkey without a password, within the window of failed sign-ins. */
export const passkeyQuestions = 100

/** How long a device is known after the last sign-in on it. */
export const knownDeviceDays = 180

/** Password reset mails to one account, within `resetWindowMinutes`. */
export const resetMailsPerAccount = 3
/** Password resets requested from one network address, within `resetWindowMinutes`. */
export const resetRequestsPerAddress = 20
export const resetWindowMinutes = 60
/** How long a super admin can confirm the account by the mailed link. */
export const confirmationLinkHours = 24
/** How long the owner of a mailbox can open a link that proves the address. */
export const mailboxLinkHours = 72
/** Links to one address, or of one account, within `resetWindowMinutes`. */
export const mailboxLinksPerAddress = 5

export const phoneCodeMinutes = 10
/** Wrong codes before the codes that are open work no more. */
export const phoneCodeGuesses = 5
export const phoneCodesPerHour = 3

/** Messaging gives an e-mail provider 8 seconds. */
export const mailTimeoutMs = 12_000
/** Waiting times before the second and the third attempt to send a mail. */
export const mailRetryMs = [60_000, 60_000]
/** Waiting time when messaging does not answer, which is not an attempt. */
export const mailPostponeMs = 60_000

/**
 * Hashes at a time: together as many as the threads of Node's pool, each a core for some 20 ms. A new password is followed by a new account and its
 * events, hence the rest in a flood. Calls of other services wait 5 s.
 */
export const passwordQueues = {
  hashing: {
    total: 1,
    perOwner: 1,
    waiting: 256,
    waitingPerOwner: 64,
    waitMs: 4_000,
    rest: { fromWaiting: 8, factor: 4 },
  },
  comparing: { total: 3, perOwner: 2, waiting: 200, waitingPerOwner: 50, waitMs: 4_000 },
} as const

/** What the service of breached passwords has to answer. */
export const breachedTimeoutMs = 1_500

export const accessTokenMinutes = 5
/** A session ends when it is not renewed for this long. */
export const sessionDays = 30
/** A session ends after this long, however often it is renewed. */
export const longestSessionDays = 90
/** How long after typing the password, or showing a second factor, one may make changes that ask for it. */
export const passwordFreshMinutes = 10
/** How long the authentication log is kept. */
export const authenticationLogDays = 180
/** How long an ended session is listed as ended: longer than an access token of it can be valid. */
export const revokedSessionMinutes = 2 * accessTokenMinutes
export const userAgentLength = 400

/** Age at which the signing key is replaced. */
export const signingKeyDays = 30
/** How long a retired key stays public: longer than a token that it signed is valid, with room for clocks that differ. */
export const retiredKeyMinutes = 60

export const messagesPerTicket = 500
/** What a landlord may open, and write in all tickets, within 24 hours. */
export const ticketsPerDay = 20
export const ticketMessagesPerDay = 100
/** How long creating a database may take before its process is taken for dead. */
export const databaseCreationMinutes = 2
/** What the control room counts as recent activity. */
export const recentActivityDays = 30

/** Pixels of a stored logo at most: twice the largest size that it is shown in. */
export const logoPixels = { width: 640, height: 200 } as const
/** How long a name server has to answer. */
export const dnsTimeoutMs = 2_500
/** Between two checks of one landlord's host name. */
export const hostCheckSeconds = 5
