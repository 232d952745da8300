import type { Evidence, InsightType, priorities } from '@keyhold/contracts/ai/insights'
import type {
  maintenanceCategories,
  maintenancePriorities,
  maintenanceStatuses,
} from '@keyhold/contracts/maintenance/requests'
import type { paymentTypes } from '@keyhold/contracts/payments/payments'
import type { PropertyType } from '@keyhold/contracts/properties/property-forms'
import { dateAt, defaultTimeZone } from '@keyhold/kit/lib/time-zones'

export type Priority = (typeof priorities)[number]

/** A home that a landlord rents out: neither deleted nor put away. */
export interface Home {
  propertyId: string
  name: string
  city: string | null
  state: string | null
  timeZone: string
  /** Null where the fact about it was told before types were. */
  propertyType: PropertyType | null
  bedrooms: number | null
  squareFeet: number | null
  monthlyRent: number
}

export interface Renter {
  tenantId: string
  name: string
  propertyId: string | null
  leaseStartDate: string | null
  leaseEndDate: string | null
  monthlyRent: number | null
  isActive: boolean
}

export interface Repair {
  requestId: string
  propertyId: string | null
  title: string
  category: (typeof maintenanceCategories)[number]
  priority: (typeof maintenancePriorities)[number]
  status: (typeof maintenanceStatuses)[number]
  openedAt: string
  scheduledDate: string | null
}

export interface Charge {
  chargeId: string
  propertyId: string | null
  paymentType: (typeof paymentTypes)[number]
  amount: number
  open: number
  dueDate: string
  settledOn: string | null
}

export interface Ledger {
  tenantId: string
  awaitingConfirmation: number
  credit: number
  /** By due date. */
  charges: Charge[]
}

/** All that the rules look at: one landlord's own records, at one moment. */
export interface Portfolio {
  now: Date
  /** By id, as everything here, so that the order in which facts came shows nowhere. */
  homes: Home[]
  /** Of every property, those that are gone too. */
  places: Map<string, { name: string; timeZone: string; isGone: boolean }>
  /** Who lives in a home, or owes something. */
  renters: Renter[]
  repairs: Repair[]
  ledgers: Ledger[]
}

/** What a rule found. */
export interface Finding {
  /** Rule and record. The same finding has the same key at every look. */
  key: string
  propertyId: string | null
  tenantId: string | null
  insightType: InsightType
  title: string
  description: string
  priority: Priority
  actionRequired: boolean
  evidence: Evidence[]
  metadata: { rule: string; thresholds: Record<string, number>; formula: string; inputs: Record<string, unknown> }
  confidence: number
  /** From which measure (of the rule's own kind) on it is another matter: a dismissal made now ends there. */
  measure: number
  returnsAt: number
}

/** What a rule says: its findings, and the days on which the calendar alone may change them. */
export interface Verdict {
  findings: Finding[]
  /** The earliest instant at which the calendar alone may change something. */
  next: Date | null
}

export type Rule = (portfolio: Portfolio) => Verdict

export const todayAt = ({ places, now }: Portfolio, propertyId: string | null): string =>
  dateAt(now, zoneOf({ places }, propertyId))
export const zoneOf = ({ places }: Pick<Portfolio, 'places'>, propertyId: string | null): string =>
  (propertyId && places.get(propertyId)?.timeZone) || defaultTimeZone
export const placeName = ({ places }: Portfolio, propertyId: string | null): string | null =>
  (propertyId && places.get(propertyId)?.name) || null

/** A share from 0 to 1 with two decimals: more would pretend. */
export const share = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100

export const earliest = (instants: readonly (Date | null)[]): Date | null =>
  instants.reduce((first, one) => (one && (!first || one < first) ? one : first), null)

export const stepUp = (priority: Priority): Priority => (priority === 'low' ? 'medium' : 'high')
