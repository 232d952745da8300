import type { RentRoll, RentRollRow } from '@keyhold/contracts/payments/reports'
import type { termKinds } from '@keyhold/contracts/tenancy/tenancies'
import type { z } from '@keyhold/contracts/zod'

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
  /** The account id. */
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
/** The open and due amount of one account at one property. */
export interface RollDebt {
  tenantId: string
  propertyId: string | null
  tenancyId: string | null
  due: number
  oldest: string
}
/** Credit and deposit of an account, with the tenancy they are shown with. */
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
  today: string
  properties: RollProperty[]
  units: RollUnit[]
  tenancies: RollTenancy[]
  debts: RollDebt[]
  accounts: RollAccount[]
  /** Names of accounts with money and no tenancy at the property. */
  names: ReadonlyMap<string, { name: string; isActive: boolean }>
}
