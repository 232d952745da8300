import { closePeriod } from '@keyhold/contracts/payments/books'
import { TenancyChanged, type TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { TenantCreated, type TenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { addDays } from '@keyhold/kit/lib/dates'
import { toDollars } from '@keyhold/kit/lib/money'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Sql } from 'postgres'
import { acts, type BookOperation, type Moment, nearDay } from './book-operations.ts'
import type { PaymentsApp } from './test-app.ts'

type Tenant = z.output<typeof TenantSnapshot>

/** A tenancy, its first tenant, and whether Keyhold knows of them already. */
interface Home {
  tenant: Tenant
  tenancy: TenancySnapshot
  hasMovedIn: boolean
}

/** A landlord's tenancies, and the operations on their books. */
export class Portfolio {
  readonly homes: Home[] = []
  /** How often each operation was accepted. */
  readonly done = new Map<string, number>()

  readonly app: PaymentsApp
  readonly landlord: LandlordActor
  private readonly owner: Sql

  constructor(app: PaymentsApp, owner: Sql, landlord: LandlordActor) {
    this.app = app
    this.owner = owner
    this.landlord = landlord
  }

  /** Adds a tenancy that begins with the first operation on it. */
  add(person: Partial<Tenant>, terms: Partial<TenancySnapshot>): void {
    const tenant = this.app.tenantSnapshot(this.landlord, person)
    this.homes.push({ tenant, tenancy: this.app.tenancySnapshot(tenant, terms), hasMovedIn: false })
  }

  /** The accounts of those who have moved in. */
  get accountIds(): string[] {
    return this.homes.filter(({ hasMovedIn }) => hasMovedIn).map(({ tenancy }) => tenancy.accountId)
  }

  /**
   * Move-ins and changes of tenancies first, then closed periods, then the operations on money: one after the other, or those of different tenancies at
   * once. Refusals are part of life. @throws where the server fails
   */
  async live(operations: readonly BookOperation[], moment: Moment, { atOnce = false } = {}): Promise<void> {
    await this.changeTenancies(operations, moment)
    for (const one of operations) if (one.what === 'close') await this.close(one, moment)
    if (!atOnce) {
      for (const one of operations) await this.act(one, moment)
      return
    }
    const ofHome = Map.groupBy(operations, (one) => this.homeOf(one))
    await Promise.all(
      [...ofHome.values()].map(async (own) => {
        for (const one of own) await this.act(one, moment)
      }),
    )
  }

  private homeOf({ who }: BookOperation): Home {
    const home = this.homes[who % this.homes.length]
    if (!home) throw new Error('a portfolio without tenancies')
    return home
  }

  private async changeTenancies(operations: readonly BookOperation[], moment: Moment): Promise<void> {
    const created: Tenant[] = []
    const changed = new Set<Home>()
    for (const one of operations) {
      const home = this.homeOf(one)
      const change = home.hasMovedIn ? this.changeOf(home, one, moment) : { startDate: nearDay(one, moment) }
      if (!change) continue
      if (!home.hasMovedIn) created.push(home.tenant)
      if (one.what === 'join' && home.hasMovedIn) created.push(...this.joining(home, change))
      home.hasMovedIn = true
      home.tenancy = { ...home.tenancy, ...change }
      changed.add(home)
      this.count(one.what)
    }
    await Promise.all(created.map((tenant) => this.app.publish(TenantCreated, tenant)))
    await Promise.all([...changed].map(({ tenancy }) => this.app.publish(TenancyChanged, tenancy)))
  }

  private changeOf({ tenancy }: Home, one: BookOperation, moment: Moment): Partial<TenancySnapshot> | undefined {
    const { movedOutOn, startDate, tenantIds } = tenancy
    if (one.what === 'step') {
      const startsOn = nearDay(one, { ...moment, after: moment.today })
      return { rentSteps: [{ startsOn, monthlyRent: toDollars(one.cents) }] }
    }
    if (one.what === 'join') {
      // Every second time somebody leaves again.
      if (one.which % 2 === 0 && tenantIds.length > 1) return { tenantIds: tenantIds.slice(0, -1) }
      return { tenantIds: [...tenantIds, this.app.tenantSnapshot(this.landlord).tenantId] }
    }
    // Who moved out earlier stays away: to undo that would be dated on the day of the move-out.
    if (one.what !== 'leave' || (movedOutOn !== null && movedOutOn <= moment.after)) return undefined
    const on = nearDay(one, moment)
    return { movedOutOn: one.which % 3 === 0 || on < (startDate ?? on) ? null : on }
  }

  private joining({ tenancy, tenant }: Home, { tenantIds = [] }: Partial<TenancySnapshot>): Tenant[] {
    const known = new Set(tenancy.tenantIds)
    return tenantIds.filter((id) => !known.has(id)).map((tenantId) => ({ ...tenant, tenantId, lastName: 'Second' }))
  }

  private async close(one: BookOperation, { today }: Moment): Promise<void> {
    if (one.which % 8 > 0) return
    const through = addDays(today, -120 - (one.day % 60))
    const { status } = await this.app.send(closePeriod, this.landlord, { body: { through } })
    this.judge(one, status)
  }

  private async act(one: BookOperation, moment: Moment): Promise<void> {
    const { what } = one
    if (what === 'leave' || what === 'step' || what === 'join' || what === 'close') return
    const { app, owner, landlord } = this
    const scene = { app, owner, landlord, tenantId: this.homeOf(one).tenancy.accountId, moment }
    const answer = await acts[what](scene, one)
    if (answer) this.judge(one, answer.status)
  }

  private judge(one: BookOperation, status: number): void {
    if (status >= 500) throw new Error(`${JSON.stringify(one)} was answered with ${status}`)
    if (status < 300) this.count(one.what)
  }

  private count(what: BookOperation['what']): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1)
  }
}
