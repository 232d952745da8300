import type { JournalAccount, JournalKind } from '@keyhold/contracts/payments/journal'

/** A line of an exported entry, in cents: a debit (above 0) or a credit (below 0). */
export interface BookLine {
  /** `opening`: the balancing line of an opening entry. */
  account: JournalAccount | 'opening'
  cents: number
  property: string | null
  unit: string | null
  tenancyId: string | null
  dueOn: string | null
  /** Of cash: the account it is in. */
  bankAccount: { id: string; name: string } | null
}

/** An entry as every format writes it. Its texts are not escaped. */
export interface BookEntry {
  id: string
  kind: JournalKind | 'opening'
  on: string
  /** Null for what is about no tenant: a transfer between bank accounts. */
  tenant: { id: string; name: string } | null
  narration: string
  chargeId: string | null
  receiptId: string | null
  /** Null for an opening entry. */
  recordedAt: string | null
  recordedBy: string | null
  belongsOn: string | null
  lines: readonly BookLine[]
}

export interface BookRange {
  from: string
  to: string
  /** The moment of the export: what is recorded later is left out. */
  now: string
}

/** Writes one file. Entries are given by day. */
export interface BookWriter {
  /** The beginning of the file. */
  head(range: BookRange): string
  write(entries: readonly BookEntry[]): string
}
