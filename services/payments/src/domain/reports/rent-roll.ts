import { firstUnitName } from '@keyhold/contracts/properties/units'
import type { RentRoll, RentRollRow } from '@keyhold/contracts/payments/reports'
import type { termKinds } from '@keyhold/contracts/tenancy/tenancies'
import type { z } from '@keyhold/contracts/zod'
import { daysBetween } from '@keyhold/kit/lib/dates'
import { toCents, toDollars } from '@keyhold/kit/lib/money'

export type RollRow = z.output<typeof RentRollRow>
export type RollTotals = z.output<typeof RentRoll>['totals']

export interface RollProperty {
  propertyId: string
  name: string
  monthlyRent: number | null
  isGone: boolean
}
export interface RollUnit {
  unitId: string
  propertyId: string
  name: string
  marketRent: number | null
  isDeleted: boolean
}
export interface RollTenancy {
  tenancyId: string
  /** The account. */
  tenantId: string
  names: string | null
  propertyId: string | null
  unitId: string | null
  startDate: string | null
  endDate: string | null
  termKind: (typeof termKinds)[number]
  steps: { startsOn: string | null; amount: number }[]
  movedOutOn: string | null
}
/** Open and due on charges of one account at one property. */
export interface RollDebt {
  tenantId: string
  propertyId: string | null
  tenancyId: string | null
  due: number
  oldest: string
}
/** What an account has beside its charges, with the tenancy it is shown with. */
export interface RollAccount {
  tenantId: string
  name: string
  isActive: boolean
  tenancyId: string | null
  propertyId: string | null
  credit: number
  depositHeld: number
}
export interface RollData {
  day: string
  properties: RollProperty[]
  units: RollUnit[]
  tenancies: RollTenancy[]
  debts: RollDebt[]
  accounts: RollAccount[]
  /** Of who owes and has no tenancy there. */
  names: ReadonlyMap<string, { name: string; isActive: boolean }>
}

/** Who has a lease that begins within so many days stands in the roll already. */
const upcomingDays = 60

/** Every unit with those who lived there on the day; who is about to come, and who left with something to settle; in the order of a list. */
export function buildRentRoll(data: RollData): RollRow[] {
  const homes = homesOf(data)
  const money = distributeMoney(data)
  const rows: RollRow[] = []
  const livedIn = new Set<string>()
  for (const tenancy of data.tenancies) {
    const status = statusOn(data.day, tenancy)
    const unitId = unitOf(tenancy)
    const account = money.ofTenancy.get(tenancy.tenancyId)
    const isThere = status !== 'upcoming' && status !== 'ended'
    if (isThere && unitId !== null) livedIn.add(unitId)
    const isSoon =
      status === 'upcoming' && tenancy.startDate !== null && daysBetween(data.day, tenancy.startDate) <= upcomingDays
    if (isThere || isSoon || account)
      rows.push(tenancyRow(data.day, tenancy, status, homes.of(tenancy.propertyId, unitId), account))
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

/** Sums over all rows; `units` are those that are not gone, and those lived in on the day. */
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
    // Once for each unit, however many share it.
    marketRent: toDollars([...units.values()].reduce((total, cents) => total + cents, 0)),
    balance: sum(({ balance }) => balance),
    credit: sum(({ credit }) => credit),
    depositHeld: sum(({ depositHeld }) => depositHeld),
  }
}

/** What the dates say of a day: who has moved out is gone from that day on; an end date alone ends nothing. */
export function statusOn(
  day: string,
  { startDate, endDate, termKind, movedOutOn }: Pick<RollTenancy, 'startDate' | 'endDate' | 'termKind' | 'movedOutOn'>,
): Exclude<RollRow['status'], 'vacant'> {
  if (movedOutOn !== null && movedOutOn <= day) return 'ended'
  if (startDate === null) return 'open'
  if (startDate > day) return 'upcoming'
  if (termKind === 'at_will') return 'month_to_month'
  if (endDate === null || endDate >= day) return 'active'
  return termKind === 'fixed' ? 'holdover' : 'month_to_month'
}

/** The rent of a day: the last step that has begun; before the first one, that. */
export function rentOn(day: string, steps: RollTenancy['steps']): number | null {
  const begun = steps.filter(({ startsOn }) => startsOn === null || startsOn <= day)
  return (begun.at(-1) ?? steps[0])?.amount ?? null
}

const unitOf = ({ unitId, propertyId }: RollTenancy): string | null => unitId ?? propertyId

type Home = Pick<RollRow, 'propertyId' | 'propertyName' | 'unitId' | 'unitName' | 'marketRent'>

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

/** What the places are called. A property's first unit exists before anything is said of it; its name is left out where it is the only one. */
export function homesOf({ properties, units }: Pick<RollData, 'properties' | 'units'>) {
  const known = new Map(properties.map((property) => [property.propertyId, property]))
  const named = new Map(units.map((unit) => [unit.unitId, unit]))
  for (const { propertyId } of properties)
    if (!named.has(propertyId))
      named.set(propertyId, { unitId: propertyId, propertyId, name: firstUnitName, marketRent: null, isDeleted: false })
  const existing = [...named.values()].filter(
    ({ propertyId, isDeleted }) => !isDeleted && known.get(propertyId)?.isGone === false,
  )
  const unitCounts = new Map<string, number>()
  for (const { propertyId } of existing) unitCounts.set(propertyId, (unitCounts.get(propertyId) ?? 0) + 1)
  return {
    units: existing,
    of(propertyId: string | null, unitId: string | null): Home {
      const property = propertyId === null ? undefined : known.get(propertyId)
      const unit = unitId === null ? undefined : named.get(unitId)
      const isOnly = unit?.isDeleted === false && (unitCounts.get(unit.propertyId) ?? 0) <= 1
      const marketRent =
        unit?.marketRent ?? (unitId !== null && unitId === propertyId ? property?.monthlyRent : null) ?? null
      const propertyName = property?.name ?? (propertyId === null ? 'No property' : 'Unknown property')
      return { propertyId, propertyName, unitId, unitName: unit === undefined || isOnly ? null : unit.name, marketRent }
    },
  }
}

interface Money {
  due: number
  oldest: string | null
  credit: number
  depositHeld: number
}

/**
 * Which row the money of an account stands in. A charge stands with the tenancy it is for, else with the account's last one at that property,
 * else by itself; credit and deposit with the tenancy that the account has on that day.
 */
function distributeMoney({ tenancies, debts, accounts }: RollData) {
  const ofTenancy = new Map<string, Money>()
  const elsewhere = new Map<string, Money & { tenantId: string; propertyId: string | null }>()
  const byId = new Map(tenancies.map((tenancy) => [tenancy.tenancyId, tenancy]))
  const byAccount = Map.groupBy(tenancies, ({ tenantId }) => tenantId)
  const none = (): Money => ({ due: 0, oldest: null, credit: 0, depositHeld: 0 })

  function rowFor(tenantId: string, propertyId: string | null, tenancyId: string | null): Money {
    const key = tenancyId ?? `${tenantId} ${propertyId}`
    const rows: Map<string, Money> = tenancyId === null ? elsewhere : ofTenancy
    const row = rows.get(key) ?? (tenancyId === null ? { ...none(), tenantId, propertyId } : none())
    rows.set(key, row)
    return row
  }

  for (const { tenantId, propertyId, tenancyId, due, oldest } of debts) {
    const own = tenancyId === null ? undefined : byId.get(tenancyId)
    const isThere = own?.tenantId === tenantId && own.propertyId === propertyId
    const last = (byAccount.get(tenantId) ?? [])
      .filter((one) => one.propertyId === propertyId)
      .toSorted(byStart)
      .at(-1)
    const row = rowFor(tenantId, propertyId, isThere ? own.tenancyId : (last?.tenancyId ?? null))
    row.due += toCents(due)
    if (row.oldest === null || oldest < row.oldest) row.oldest = oldest
  }
  for (const { tenantId, propertyId, tenancyId, credit, depositHeld } of accounts) {
    if (credit === 0 && depositHeld === 0) continue
    const row = rowFor(tenantId, propertyId, tenancyId !== null && byId.has(tenancyId) ? tenancyId : null)
    row.credit += toCents(credit)
    row.depositHeld += toCents(depositHeld)
  }
  return { ofTenancy, elsewhere: elsewhere.values() }
}

const byStart = (a: RollTenancy, b: RollTenancy) =>
  compareText(a.startDate ?? '', b.startDate ?? '') || compareText(a.tenancyId, b.tenancyId)
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const moneyOf = (day: string, { due, oldest, credit, depositHeld }: Money) => ({
  depositHeld: toDollars(depositHeld),
  balance: toDollars(due),
  credit: toDollars(credit),
  daysPastDue: oldest === null ? 0 : Math.max(0, daysBetween(oldest, day)),
})

const tenancyRow = (
  day: string,
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
  movedOutOn: tenancy.movedOutOn,
  ...(money ? moneyOf(day, money) : {}),
})

/** What a row's place in the list is told by; the names of its ids decide, so that a cursor of ids alone finds it again. */
export type RollKey = Pick<RollRow, 'propertyId' | 'propertyName' | 'unitId' | 'unitName' | 'tenancyId' | 'tenantId'>

const names = new Intl.Collator('en', { numeric: true })

/** By property, unit and tenancy; what belongs to no property, and to no unit, last. */
export function byHome(a: RollKey, b: RollKey): number {
  return (
    Number(a.propertyId === null) - Number(b.propertyId === null) ||
    names.compare(a.propertyName, b.propertyName) ||
    compareText(a.propertyId ?? '', b.propertyId ?? '') ||
    Number(a.unitId === null) - Number(b.unitId === null) ||
    names.compare(a.unitName ?? '', b.unitName ?? '') ||
    compareText(a.unitId ?? '', b.unitId ?? '') ||
    compareText(a.tenancyId ?? '', b.tenancyId ?? '') ||
    compareText(a.tenantId ?? '', b.tenantId ?? '')
  )
}
