import { addDays } from '@keyhold/kit/lib/dates'
import type postgres from 'postgres'
import { v7 } from 'uuid'

interface OldCharge {
  id: string
  type: string
  cents: number
  dueDate: string
  isRule: boolean
  period: string | null
  isCancelled: boolean
}
interface OldReceipt {
  id: string
  cents: number
  receivedOn: string
  state: 'reported' | 'counted' | 'reversed'
  movementId: string | null
  /** What it pays on charges, in the order of the allocations. */
  shares: Map<string, number>
  /** The last day from which a part of it counts elsewhere. */
  freedOn: string | null
}
type Random = (most: number) => number

/** A ledger as it was kept before there was a journal: rows of the schema after migration 0010, written in the order of their days, with its guards. */
export class OlderLedger {
  readonly charges: OldCharge[] = []
  readonly receipts: OldReceipt[] = []
  refunded = 0
  private readonly sql: postgres.Sql
  private readonly random: Random
  private readonly at: { landlordId: string; tenantId: string; propertyId: string | null; isAhead: boolean }
  private readonly ruleId = v7()
  private readonly otherTenancyId = v7()
  private today = '2025-09-01'
  private moment = 0
  private months = 0

  constructor(sql: postgres.Sql, at: OlderLedger['at'], random: Random) {
    this.sql = sql
    this.at = at
    this.random = random
  }

  get now(): string {
    return `${this.today}T15:00:${String(this.moment++ % 60).padStart(2, '0')}.000Z`
  }
  /** Today where the property is. */
  private get here(): string {
    return this.at.isAhead ? addDays(this.today, 1) : this.today
  }
  /** A day before or after `today`. */
  private near = (before: number, after = 0): string => addDays(this.today, this.random(before + after + 1) - before)
  private pick = <T>(list: readonly T[]): T | undefined => list[this.random(Math.max(1, list.length))]

  paid = (id: string): number => this.receipts.reduce((sum, { shares }) => sum + (shares.get(id) ?? 0), 0)
  open = ({ id, cents, isCancelled }: OldCharge): number => (isCancelled ? 0 : cents - this.paid(id))
  credit = ({ cents, state, shares }: OldReceipt): number =>
    state === 'counted' ? cents - [...shares.values()].reduce((sum, part) => sum + part, 0) : 0
  /** What is held as deposit; 0 if more was given back than was received in the end. */
  get held(): number {
    const received = this.charges
      .filter(({ type }) => type === 'security_deposit')
      .reduce((sum, { id }) => sum + this.paid(id), 0)
    const applied = this.receipts.filter(({ movementId, state }) => movementId !== null && state === 'counted')
    return Math.max(0, received - this.refunded - applied.reduce((sum, { cents }) => sum + cents, 0))
  }

  /** One thing happens. */
  async step(): Promise<void> {
    this.today = addDays(this.today, this.random(3))
    const things = [
      'charge',
      'rent',
      'rent',
      'receive',
      'receive',
      'receive',
      'report',
      'verify',
      'reverse',
      'cancel',
      'edit',
      'moveOut',
      'refund',
      'apply',
    ] as const
    const thing = this.pick(things) ?? 'charge'
    await this[thing]()
  }

  private async insertCharge(charge: Omit<OldCharge, 'id' | 'isCancelled'>): Promise<void> {
    const made = { ...charge, id: v7(), isCancelled: false }
    // A second tenancy of the same people has a deposit of its own.
    const tenancyId =
      charge.type === 'security_deposit' && this.random(2) === 0 ? this.otherTenancyId : this.at.tenantId
    const covers = charge.isRule ? [charge.dueDate, addDays(charge.dueDate, 27)] : [null, null]
    await this.sql`
      insert into charge (id, landlord_id, tenant_id, property_id, tenancy_id, type, method, amount, due_date, source, rule_id, period, covers_from, covers_to, created_at, updated_at)
      values (${made.id}, ${this.at.landlordId}, ${this.at.tenantId}, ${this.at.propertyId}, ${tenancyId}, ${charge.type}, 'check', ${charge.cents / 100}, ${charge.dueDate}, ${charge.isRule ? 'recurring' : 'manual'},
        ${charge.isRule ? this.ruleId : null}, ${charge.period}, ${covers[0]!}, ${covers[1]!}, ${this.now}, ${this.now})`
    this.charges.push(made)
    await this.allocateCredit()
  }

  private async charge(): Promise<void> {
    const type = this.pick(['rent', 'late_fee', 'other', 'maintenance', 'security_deposit']) ?? 'rent'
    await this.insertCharge({
      type,
      cents: 1 + this.random(150_000),
      dueDate: this.near(40, 40),
      isRule: false,
      period: null,
    })
  }

  private async rent(): Promise<void> {
    const n = this.months++
    const dueDate = `${2025 + Math.floor((8 + n) / 12)}-${String(((8 + n) % 12) + 1).padStart(2, '0')}-01`
    await this.insertCharge({ type: 'rent', cents: 100_033, dueDate, isRule: true, period: dueDate.slice(0, 7) })
  }

  private async insertReceipt(
    cents: number,
    state: OldReceipt['state'],
    { on = this.near(30), movementId = null as string | null } = {},
  ): Promise<OldReceipt> {
    const made: OldReceipt = { id: v7(), cents, receivedOn: on, state, movementId, shares: new Map(), freedOn: null }
    const first = this.charges.find((one) => this.open(one) > 0)
    const by = state === 'reported' ? this.at.tenantId : this.at.landlordId
    await this.sql`
      insert into receipt (id, landlord_id, tenant_id, charge_id, amount, method, received_on, deposit_movement_id, reported_by, recorded_by, reported_at)
      values (${made.id}, ${this.at.landlordId}, ${this.at.tenantId}, ${first?.id ?? null}, ${cents / 100}, 'check', ${on}, ${movementId}, ${state === 'reported' ? 'tenant' : 'landlord'}, ${by}, ${this.now})`
    this.receipts.push(made)
    return made
  }

  /** As it was: rents first, then by due day, those due later included. */
  private async allocate(receipt: OldReceipt, cents = this.credit(receipt)): Promise<void> {
    const rank = ({ type, dueDate, id }: OldCharge) => `${type === 'rent' ? 0 : 1}${dueDate}${id}`
    let left = cents
    for (const charge of this.charges.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
      const part = Math.min(left, this.open(charge))
      if (part <= 0) continue
      left -= part
      await this.share(receipt, charge, part, receipt.freedOn === null ? null : later(receipt.freedOn, this.here))
    }
  }

  private async share(receipt: OldReceipt, { id }: OldCharge, cents: number, countsFrom: string | null): Promise<void> {
    await this.sql`
      insert into allocation (id, landlord_id, tenant_id, receipt_id, charge_id, amount, counts_from, created_at)
      values (${v7()}, ${this.at.landlordId}, ${this.at.tenantId}, ${receipt.id}, ${id}, ${cents / 100}, ${countsFrom}, ${this.now})`
    receipt.shares.set(id, (receipt.shares.get(id) ?? 0) + cents)
    if (countsFrom !== null) receipt.freedOn = later(receipt.freedOn ?? countsFrom, countsFrom)
  }

  private async allocateCredit(): Promise<void> {
    for (const receipt of this.receipts) if (this.credit(receipt) > 0) await this.allocate(receipt)
  }

  /** Sometimes what a charge asks for once more: it is paid twice. */
  private async receive(): Promise<void> {
    const cents = this.random(3) === 0 ? 1 + this.random(300_000) : (this.pick(this.charges)?.cents ?? 5000)
    await this.allocate(await this.insertReceipt(cents, 'counted'))
  }

  private async report(): Promise<void> {
    await this.insertReceipt(1 + this.random(120_000), 'reported')
  }

  private async verify(): Promise<void> {
    const receipt = this.pick(this.receipts.filter(({ state }) => state === 'reported'))
    if (!receipt) return
    await this
      .sql`update receipt set verified_at = ${this.now}, verified_by = ${this.at.landlordId}, verification_method = 'manual' where id = ${receipt.id}`
    receipt.state = 'counted'
    await this.allocate(receipt)
  }

  /** A report is rejected the same way. */
  private async reverse(): Promise<void> {
    const receipt = this.pick(this.receipts.filter(({ state }) => state !== 'reversed'))
    if (!receipt) return
    await this
      .sql`insert into reversal (landlord_id, tenant_id, receipt_id, reason, reversed_at, reversed_by) values (${this.at.landlordId}, ${this.at.tenantId}, ${receipt.id}, 'returned', ${this.now}, ${this.at.landlordId})`
    for (const [id, part] of receipt.shares)
      if (part > 0)
        await this
          .sql`insert into allocation (id, landlord_id, tenant_id, receipt_id, charge_id, amount, created_at) values (${v7()}, ${this.at.landlordId}, ${this.at.tenantId}, ${receipt.id}, ${id}, ${-part / 100}, ${this.now})`
    receipt.shares.clear()
    receipt.state = 'reversed'
  }

  private async untouched(): Promise<OldCharge | undefined> {
    const reported = await this.sql<
      { id: string }[]
    >`select r.charge_id as id from receipt r where r.landlord_id = ${this.at.landlordId} and r.tenant_id = ${this.at.tenantId} and r.reported_by = 'tenant' and r.verified_at is null`
    return this.pick(
      this.charges.filter(
        (one) => !one.isCancelled && this.paid(one.id) === 0 && !reported.some(({ id }) => id === one.id),
      ),
    )
  }

  private async cancel(): Promise<void> {
    const charge = await this.untouched()
    if (charge) await this.cancelAs(charge, this.at.landlordId)
  }

  private async cancelAs(charge: OldCharge, by: string | null): Promise<void> {
    await this
      .sql`update charge set cancelled_at = ${this.now}, cancelled_by = ${by}, cancellation_reason = 'not owed' where id = ${charge.id}`
    charge.isCancelled = true
  }

  private async edit(): Promise<void> {
    const charge = await this.untouched()
    if (!charge) return
    charge.cents = 1 + this.random(150_000)
    await this.sql`update charge set amount = ${charge.cents / 100} where id = ${charge.id}`
  }

  private async free(charge: OldCharge, keep: number): Promise<void> {
    let over = this.paid(charge.id) - keep
    for (const receipt of this.receipts.toReversed()) {
      const part = Math.min(over, receipt.shares.get(charge.id) ?? 0)
      if (part <= 0) continue
      over -= part
      await this.share(
        receipt,
        charge,
        -part,
        later(later(receipt.freedOn ?? receipt.receivedOn, receipt.receivedOn), this.here),
      )
    }
  }

  /** Rents after the day are cancelled, the one before it is cut; sometimes the move-out is undone, and the rents are posted again. */
  private async moveOut(): Promise<void> {
    const leftOn = this.near(30, 30)
    const reported = await this.sql<
      { id: string }[]
    >`select r.charge_id as id from receipt r where r.landlord_id = ${this.at.landlordId} and r.reported_by = 'tenant' and r.verified_at is null`
    const rents = this.charges.filter(
      (one) => one.isRule && !one.isCancelled && !reported.some(({ id }) => id === one.id),
    )
    const beyond = rents.filter(({ dueDate }) => dueDate > leftOn)
    const last = rents.filter(({ dueDate }) => dueDate <= leftOn).at(-1)
    for (const charge of beyond) {
      await this.free(charge, 0)
      await this.cancelAs(charge, null)
    }
    if (last) {
      const cents = Math.max(1, Math.floor(last.cents / 2))
      await this.free(last, cents)
      await this.sql`update charge set amount = ${cents / 100} where id = ${last.id}`
      last.cents = cents
    }
    await this.allocateCredit()
    if (this.random(2) === 0)
      for (const { cents, dueDate, period } of beyond)
        await this.insertCharge({ type: 'rent', cents, dueDate, isRule: true, period })
  }

  private async movement(kind: 'refunded' | 'applied', cents: number, on: string): Promise<string> {
    const id = v7()
    await this
      .sql`insert into deposit_movement (id, landlord_id, tenant_id, kind, amount, "on", by, created_at) values (${id}, ${this.at.landlordId}, ${this.at.tenantId}, ${kind}, ${cents / 100}, ${on}, ${this.at.landlordId}, ${this.now})`
    return id
  }

  private async refund(): Promise<void> {
    if (this.held === 0) return
    const cents = 1 + this.random(this.held)
    await this.movement('refunded', cents, this.near(60))
    this.refunded += cents
  }

  private async apply(): Promise<void> {
    const owed = this.charges.reduce((sum, one) => sum + this.open(one), 0)
    if (this.held === 0 || owed === 0) return
    const cents = 1 + this.random(Math.min(this.held, owed))
    const on = this.near(10)
    await this.allocate(
      await this.insertReceipt(cents, 'counted', { on, movementId: await this.movement('applied', cents, on) }),
    )
  }
}

const later = (one: string, other: string): string => (one > other ? one : other)
