// Limits and defaults of this service. Defaults that the page also uses are in the contracts.

/** Maximum number of unconfirmed reports per account, against mistakes and abuse. */
export const maxOpenReports = 5

/** What a tenant may report as paid ahead, beyond what is open: this many times their largest charge, and at least this many cents. More is mistyped. */
export const paidAhead = { charges: 12, cents: 1_000_000 }

/** Maximum number of past months charged at once; more is probably a mistyped year. */
export const maxPastCharges = 60

/** How many accounts are assessed within the request; the schedule does the others. */
export const accountsPerRequest = 50

/** Maximum number of rows in a PDF: about a hundred pages and two seconds of rendering. */
export const maxPdfRows = 3000

/** Maximum number of property rows in a report; the others are summed in one row. */
export const maxPropertyRows = 200

/** Leases that begin within this many days are listed. */
export const upcomingLeaseDays = 60

/** The longest range of a ledger or statement, in years. */
export const maxLedgerYears = 5
