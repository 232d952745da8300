import { randomUUID } from 'node:crypto'
import type { Charge, Home, Ledger, Portfolio, Renter, Repair } from '../domain/insights/portfolio.ts'

export const homeOf = (fields: Partial<Home> = {}): Home => ({
  propertyId: randomUUID(),
  name: 'Oak House',
  city: 'Austin',
  state: 'TX',
  timeZone: 'America/Chicago',
  propertyType: 'apartment',
  bedrooms: 2,
  squareFeet: null,
  monthlyRent: 2000,
  ...fields,
})

export const renterOf = (fields: Partial<Renter> = {}): Renter => ({
  tenantId: randomUUID(),
  name: 'Ada Moss',
  propertyId: null,
  leaseStartDate: null,
  leaseEndDate: null,
  monthlyRent: 2000,
  isActive: true,
  ...fields,
})

export const repairOf = (fields: Partial<Repair> = {}): Repair => ({
  requestId: randomUUID(),
  propertyId: null,
  title: 'Dripping tap',
  category: 'plumbing',
  priority: 'medium',
  status: 'open',
  openedAt: '2026-03-01T12:00:00.000Z',
  scheduledDate: null,
  ...fields,
})

export const chargeOf = (fields: Partial<Charge> = {}): Charge => ({
  chargeId: randomUUID(),
  propertyId: null,
  paymentType: 'rent',
  amount: 2000,
  open: 2000,
  dueDate: '2026-03-01',
  settledOn: null,
  ...fields,
})

export const ledgerOf = (
  { tenantId }: { tenantId: string },
  charges: Charge[],
  fields: Partial<Ledger> = {},
): Ledger => ({
  tenantId,
  awaitingConfirmation: 0,
  credit: 0,
  charges,
  ...fields,
})

/** Noon in Chicago on 15 March 2026 unless `now` says otherwise. */
export const portfolioOf = ({
  now = '2026-03-15T17:00:00Z',
  homes = [],
  ...fields
}: Partial<Omit<Portfolio, 'now' | 'places'>> & { now?: string }): Portfolio => ({
  now: new Date(now),
  homes,
  places: new Map(homes.map(({ propertyId, name, timeZone }) => [propertyId, { name, timeZone, isGone: false }])),
  renters: [],
  repairs: [],
  ledgers: [],
  ...fields,
})
