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
