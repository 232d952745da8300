import type { maintenanceStatuses } from '@keyhold/contracts/maintenance/requests'
import type { paymentTypes } from '@keyhold/contracts/payments/payments'

/** A tenant's own records, as their owners answered. Null: the owner did not answer, or has no record. */
export interface TenantRecords {
  /** Today at the property. */
  today: string
  tenant: { firstName: string; lastName: string }
  home: { name: string; address: string } | null
  lease: { startDate: string | null; endDate: string | null; monthlyRent: number | null }
  account: Account | null
  lateFees: LateFees | null
  landlord: { name: string; email: string | null; phone: string | null } | null
  requests: RepairRequest[]
  /** Times for visits that the tenant can choose, earliest first. */
  visits: OfferedVisit[]
  documents: SharedDocument[]
}

/** Amounts in dollars. */
export interface Account {
  /** Open and due today, less the credit; below 0 is a credit. */
  balance: number
  credit: number
  /** Reported by the tenant and not confirmed yet. */
  awaiting: number
  depositHeld: number
  /** What is not paid in full, earliest due date first. */
  open: { type: (typeof paymentTypes)[number]; amount: number; open: number; dueDate: string }[]
  /** What counts, newest first. */
  receipts: { id: string; amount: number; on: string; description: string }[]
  /** False: there are older ones. */
  hasAllReceipts: boolean
}

export interface LateFees {
  /** False: none are charged. */
  isEnabled: boolean
  graceDays: number
  kind: 'flat' | 'percent'
  /** Dollars, or percent of the rent that is open. */
  amount: number
  frequency: 'once' | 'daily'
  cap: number | null
}

export interface RepairRequest {
  title: string
  status: (typeof maintenanceStatuses)[number]
  reportedOn: string
  scheduledDate: string | null
  completedDate: string | null
}

export interface OfferedVisit {
  visitId: string
  requestId: string
  title: string
  date: string
  /** `HH:MM` where the property stands. */
  from: string
  to: string
}

export interface SharedDocument {
  documentId: string
  fileName: string
  text: string
}

/** What an answer rests on. */
export interface Source {
  label: string
  text: string
  path: string | null
}
