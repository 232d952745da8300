import { daysBetween } from '@keyhold/kit/lib/dates'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { upcomingLeaseDays } from '../../../limits.ts'
import { byHome, type Home, homesOf } from './homes.ts'
import { distributeMoney, type Money, moneyOf } from './money.ts'
import type { RollData, RollRow, RollTenancy, RollTotals } from './types.ts'

/** Every unit with its tenants on the day, upcoming tenancies, and former tenants with an open balance, credit or deposit. */
export function buildRentRoll(data: RollData): RollRow[] {
  const homes = homesOf(data)
  const money = distributeMoney(data)
  const rows: RollRow[] = []
  const livedIn = new Set<string>()
  const begunIn = unitsBegunIn(data)
  for (const tenancy of data.tenancies) {
    const unitId = unitOf(tenancy)
    const isFollowed = unitId !== null && begunIn.has(unitId) && leavesOn(data.day, tenancy)
    const status = isFollowed ? 'ended' : statusOn(data.day, tenancy)
    const account = money.ofTenancy.get(tenancy.tenancyId)
    const isThere = status !== 'upcoming' && status !== 'ended'
    if (isThere && unitId !== null) livedIn.add(unitId)
    const isSoon =
      status === 'upcoming' &&
      tenancy.startDate !== null &&
      daysBetween(data.day, tenancy.startDate) <= upcomingLeaseDays
    if (isThere || isSoon || account)
      rows.push(tenancyRow(data, tenancy, status, homes.of(tenancy.propertyId, unitId), account))
  }
  for (const unit of homes.units)
    if (!livedIn.has(unit.unitId))
      rows.push({ ...emptyRow, ...homes.of(unit.propertyId, unit.unitId), status: 'vacant' })
  for (const left of money.elsewhere) {
    const { name, isActive } = data.names.get(left.tenantId) ?? { name: '', isActive: false }
    const home = homes.of(left.propertyId, null)
    rows.push({
      ...emptyRow,
      ...home,
      tenantId: left.tenantId,
      tenants: name,
      status: isActive ? 'open' : 'ended',
      ...moneyOf(data.day, left),
    })
  }
  return rows.toSorted(byHome)
}

/** Totals of all rows. `units` counts existing units and those occupied on the day. */
export function rollTotals(rows: readonly RollRow[]): RollTotals {
  const lived = new Set<string>()
  const units = new Map<string, number>()
  for (const { unitId, status, marketRent } of rows) {
    if (unitId === null || status === 'upcoming' || status === 'ended') continue
    units.set(unitId, toCents(marketRent ?? 0))
    if (status !== 'vacant') lived.add(unitId)
  }
  const isLive = ({ status }: RollRow) => status !== 'vacant' && status !== 'upcoming' && status !== 'ended'
  const sum = (of: (row: RollRow) => number | null) =>
    toDollars(rows.reduce((total, row) => total + toCents(of(row) ?? 0), 0))
  return {
    units: units.size,
    occupied: lived.size,
    vacant: units.size - lived.size,
    rent: sum((row) => (isLive(row) ? row.rent : 0)),
    // Once per unit, even if several tenancies share it.
    marketRent: toDollars([...units.values()].reduce((total, cents) => total + cents, 0)),
    balance: sum(({ balance }) => balance),
    credit: sum(({ credit }) => credit),
    depositHeld: sum(({ depositHeld }) => depositHeld),
  }
}

/** The units in which a tenancy begins on the day: it is theirs, also if others move out of it on that day. */
const unitsBegunIn = ({ day, tenancies }: Pick<RollData, 'day' | 'tenancies'>): Set<string | null> =>
  new Set(
    tenancies
      .filter(({ startDate, movedOutOn }) => startDate === day && (movedOutOn === null || movedOutOn >= day))
      .map(unitOf),
  )

const leavesOn = (day: string, { startDate, movedOutOn }: Pick<RollTenancy, 'startDate' | 'movedOutOn'>): boolean =>
  movedOutOn === day && startDate !== day

/** The status on a day, by the dates. A tenancy ends after the day of the move-out; an end date alone does not end it. */
export function statusOn(
  day: string,
  { startDate, endDate, termKind, movedOutOn }: Pick<RollTenancy, 'startDate' | 'endDate' | 'termKind' | 'movedOutOn'>,
): Exclude<RollRow['status'], 'vacant'> {
  const isBegun = startDate === null || startDate <= day
  if (movedOutOn !== null && (isBegun ? movedOutOn < day : movedOutOn <= day)) return 'ended'
  if (startDate === null) return 'open'
  if (!isBegun) return 'upcoming'
  if (termKind === 'at_will') return 'month_to_month'
  if (endDate === null || endDate >= day) return 'active'
  return termKind === 'fixed' ? 'holdover' : 'month_to_month'
}

/** The rent on a day: the last step that has begun; before the first step, the first step's. */
export function rentOn(day: string, steps: RollTenancy['steps']): number | null {
  const begun = steps.filter(({ startsOn }) => startsOn === null || startsOn <= day)
  return (begun.at(-1) ?? steps[0])?.amount ?? null
}

const unitOf = ({ unitId, propertyId }: RollTenancy): string | null => unitId ?? propertyId

const emptyRow = {
  tenancyId: null,
  tenantId: null,
  tenants: null,
  startDate: null,
  endDate: null,
  rent: null,
  depositHeld: 0,
  balance: 0,
  credit: 0,
  daysPastDue: 0,
  movedOutOn: null,
}

const tenancyRow = (
  { day, today }: Pick<RollData, 'day' | 'today'>,
  tenancy: RollTenancy,
  status: RollRow['status'],
  home: Home,
  money: Money | undefined,
): RollRow => ({
  ...emptyRow,
  ...home,
  tenancyId: tenancy.tenancyId,
  tenantId: tenancy.tenantId,
  tenants: tenancy.names,
  startDate: tenancy.startDate,
  endDate: tenancy.endDate,
  status,
  rent: rentOn(day, tenancy.steps),
  // Of a past day, a later move-out is not part of the books.
  movedOutOn: day < today && tenancy.movedOutOn !== null && tenancy.movedOutOn > day ? null : tenancy.movedOutOn,
  ...(money ? moneyOf(day, money) : {}),
})
