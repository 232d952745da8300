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

/** A home that is neither deleted nor archived. */
export interface Home {
  propertyId: string
  name: string
  city: string | null
  state: string | null
  timeZone: string
  /** Null where the last event is from before types existed. */
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

/** The input of all rules: one landlord's own records at one moment. */
export interface Portfolio {
  now: Date
  /** Sorted by id, like all lists here, so that the order of events has no effect. */
  homes: Home[]
  /** Of all properties, deleted ones included. */
  places: Map<string, { name: string; timeZone: string; isGone: boolean }>
  /** Tenants who live in a home or owe something. */
  renters: Renter[]
  repairs: Repair[]
  ledgers: Ledger[]
}

/** What a rule found. */
export interface Finding {
  /** Rule and record: the same finding always has the same key. */
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
  /** The measure, in the rule's own unit, at which a dismissal made now ends. */
  measure: number
  returnsAt: number
}

/** The result of a rule: its findings, and when the calendar alone can change them. */
export interface Verdict {
  findings: Finding[]
  /** The earliest instant at which the calendar alone can change a finding. */
  next: Date | null
}

export type Rule = (portfolio: Portfolio) => Verdict

export const todayAt = ({ places, now }: Portfolio, propertyId: string | null): string =>
  dateAt(now, zoneOf({ places }, propertyId))
export const zoneOf = ({ places }: Pick<Portfolio, 'places'>, propertyId: string | null): string =>
  (propertyId && places.get(propertyId)?.timeZone) || defaultTimeZone
export const placeName = ({ places }: Portfolio, propertyId: string | null): string | null =>
  (propertyId && places.get(propertyId)?.name) || null

/** A share from 0 to 1 with two decimals; more would suggest false precision. */
export const share = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100

export const earliest = (instants: readonly (Date | null)[]): Date | null =>
  instants.reduce((first, one) => (one && (!first || one < first) ? one : first), null)

export const stepUp = (priority: Priority): Priority => (priority === 'low' ? 'medium' : 'high')
