import type { Payment, paymentTypes } from '@keyhold/contracts/payments/payments'
import { maxOpenReports } from '../limits.ts'
import { reconcile } from '../domain/rents/plan-charges.ts'
import type { PlannedCharge, Terms } from '../domain/rents/recurring-rules.ts'

export interface ModelCharge {
  id: string
  type: (typeof paymentTypes)[number]
  cents: number
  dueDate: string
  /** For a rent posted by a rule. */
  period?: string
  coversFrom?: string
  coversTo?: string
  /** The full-month price; null if the amount was entered by hand. */
  full?: number | null
}

interface ModelReceipt {
  charge: string
  cents: number
  verified: boolean
  isCounted: boolean
  shares: Map<string, number>
  /** The turn of the last allocation to each charge. */
  turns: Map<string, number>
}

/** A simple model of one tenant's ledger in whole cents. The service must agree with it after any sequence of operations. */
export class LedgerModel {
  /** Charges that are not cancelled. */
  charges: ModelCharge[] = []
  /** Cancelled charges. */
  notOwed: ModelCharge[] = []
  private turn = 0
  /** Receipts that are not reversed. */
  private receipts: ModelReceipt[] = []
  private rule: Terms | null = null
  /** Rents that the landlord cancelled, which are not posted again. */
  private readonly cancelledByLandlord = new Map<string, ModelCharge>()

  paid(id: string): number {
    return this.receipts.reduce((sum, { shares }) => sum + (shares.get(id) ?? 0), 0)
  }

  open = ({ id, cents }: ModelCharge): number => cents - this.paid(id)

  reported = (id: string): number[] =>
    this.receipts.filter(({ charge, isCounted }) => charge === id && !isCounted).map(({ cents }) => cents)

  get credit(): number {
    return this.receipts
      .filter(({ isCounted }) => isCounted)
      .reduce((sum, receipt) => sum + this.unallocated(receipt), 0)
  }

  status(charge: ModelCharge, today: string): Payment['status'] {
    const paid = this.paid(charge.id)
    return paid >= charge.cents ? 'paid' : paid > 0 ? 'partial' : charge.dueDate < today ? 'overdue' : 'pending'
  }

  create(charge: ModelCharge, receivedCents: number): void {
    this.charges.push(charge)
    if (receivedCents > 0) this.receive(charge.id, receivedCents, false)
    this.allocateCredit()
  }

  /** @returns the charge it belongs to; undefined if nothing is open or too many reports are unconfirmed */
  report(cents: number): string | undefined {
    if (this.receipts.filter(({ isCounted }) => !isCounted).length >= maxOpenReports) return undefined
    const charge = this.queue()[0]?.id
    if (charge)
      this.receipts.push({ charge, cents, verified: false, isCounted: false, shares: new Map(), turns: new Map() })
    return charge
  }

  /** @returns false if it must be refused */
  verify(charge: ModelCharge, amountCents: number | null): boolean {
    const own = this.receipts.filter((one) => one.charge === charge.id)
    const reports = own.filter(({ isCounted }) => !isCounted)
    if (reports.length > 0 && amountCents !== null) return false
    const wasVerified = own.some(({ verified }) => verified)
    const open = this.open(charge)
    if (own.every(({ verified }) => verified) && open === 0 && amountCents !== null) return false
    for (const one of own) one.verified = true
    for (const one of reports) this.count(one)
    if (reports.length > 0 || open === 0) return true
    const unallocated = amountCents ?? (wasVerified ? 0 : open)
    if (unallocated > 0) this.receive(charge.id, unallocated, true)
    return true
  }

  reverse(charge: ModelCharge): boolean {
    const touching = this.receipts.filter((one) => one.charge === charge.id || one.shares.get(charge.id))
    const counted = touching.filter(({ isCounted }) => isCounted)
    const notOwed = new Set(counted.length > 0 ? counted : touching)
    this.receipts = this.receipts.filter((one) => !notOwed.has(one))
    return notOwed.size > 0
  }

  edit(charge: ModelCharge, cents: number): boolean {
    if (this.hasReceipts(charge)) return false
    if (charge.cents !== cents) charge.full = null
    charge.cents = cents
    return true
  }

  cancel(charge: ModelCharge): boolean {
    if (this.hasReceipts(charge)) return false
    if (charge.period) this.cancelledByLandlord.set(charge.period, charge)
    this.drop([charge])
    return true
  }

  private drop(charges: ModelCharge[]): void {
    this.notOwed.push(...charges)
    this.charges = this.charges.filter((one) => !charges.includes(one))
  }

  /** Syncs the rents with their terms. `idOf` gives the id that the service assigned to the rent of a period. */
  async sync(
    after: Terms,
    today: string,
    idOf: (period: string) => Promise<string>,
    before = this.rule,
  ): Promise<void> {
    const rents = this.charges.filter((charge) => charge.period !== undefined)
    const posted = [
      ...rents.map((charge) => ({ charge, isCancelled: false })),
      ...[...this.cancelledByLandlord.values()].map((charge) => ({ charge, isCancelled: true })),
    ]
    const plan = reconcile({
      before,
      after,
      today,
      posted: posted.map(
        ({ charge: { id, period = '', coversFrom = '', coversTo = '', cents, full = null, dueDate }, isCancelled }) => {
          const money = { paid: this.paid(id) / 100, isHeld: this.reported(id).length > 0 }
          return { id, period, coversFrom, coversTo, amount: cents / 100, full, dueDate, isCancelled, ...money }
        },
      ),
    })
    this.rule = after
    const notOwed = new Set(plan.cancel.map(({ id }) => id))
    const deallocated = [
      ...plan.cancel.map(({ id }) => this.deallocate(id, 0)),
      ...plan.change.map(({ charge, to }) => this.deallocate(charge.id, to.cents)),
    ]
    this.drop(this.charges.filter(({ id }) => notOwed.has(id)))
    for (const { charge: old, to } of plan.change) {
      const charge = this.charges.find(({ id }) => id === old.id)
      if (charge) Object.assign(charge, { cents: to.cents, dueDate: to.period.dueOn, ...daysOf(to), full: fullOf(to) })
    }
    for (const { period, cents, basis } of plan.post)
      this.charges.push({
        id: await idOf(period.key),
        type: 'rent',
        cents,
        dueDate: period.dueOn,
        period: period.key,
        ...daysOf({ period }),
        full: fullOf({ basis }),
      })
    if (plan.post.length > 0 || plan.change.length > 0 || deallocated.includes(true)) this.allocateCredit()
  }

  /** After a report was answered: if the tenants have moved out, its charge is synced. */
  async syncAfterReport(charge: ModelCharge, today: string, idOf: (period: string) => Promise<string>): Promise<void> {
    if (charge.period && this.rule && this.rule.leftOn !== null)
      await this.sync(this.rule, today, idOf, { ...this.rule, leftOn: null })
  }

  /** Deallocates money from a charge, last allocated first, until `keep` cents are left. */
  private deallocate(id: string, keep: number): boolean {
    const giving = this.receipts
      .filter(({ shares }) => shares.get(id))
      .toSorted((a, b) => (b.turns.get(id) ?? 0) - (a.turns.get(id) ?? 0))
    let over = this.paid(id) - keep
    const isOver = over > 0
    for (const { shares } of giving) {
      const part = Math.max(0, Math.min(over, shares.get(id) ?? 0))
      shares.set(id, (shares.get(id) ?? 0) - part)
      over -= part
    }
    return isOver
  }

  private hasReceipts({ id }: ModelCharge): boolean {
    return this.paid(id) > 0 || this.reported(id).length > 0
  }

  /** Allocates the credit to open charges, oldest receipt first. */
  private allocateCredit(): void {
    for (const receipt of this.receipts)
      if (receipt.isCounted && this.unallocated(receipt) > 0) this.allocateTo(receipt, this.queue())
  }

  private receive(charge: string, cents: number, verified: boolean): void {
    const receipt = {
      charge,
      cents,
      verified,
      isCounted: true,
      shares: new Map<string, number>(),
      turns: new Map<string, number>(),
    }
    this.receipts.push(receipt)
    this.count(receipt)
  }

  private count(receipt: ModelReceipt): void {
    receipt.isCounted = true
    this.allocateTo(receipt, this.queue(receipt.charge))
  }

  private unallocated = ({ cents, shares }: ModelReceipt): number =>
    cents - [...shares.values()].reduce((a, b) => a + b, 0)

  private allocateTo(receipt: ModelReceipt, charges: ModelCharge[]): void {
    let unallocated = this.unallocated(receipt)
    for (const charge of charges) {
      const part = Math.min(unallocated, this.open(charge))
      if (part <= 0) continue
      receipt.shares.set(charge.id, part + (receipt.shares.get(charge.id) ?? 0))
      receipt.turns.set(charge.id, (this.turn += 1))
      unallocated -= part
    }
  }

  /** Open charges in allocation order. */
  private queue(first?: string): ModelCharge[] {
    const rank = ({ id, type, dueDate }: ModelCharge) =>
      `${id === first ? 0 : 1}${dueDate}${type === 'rent' ? 0 : 1}${id}`
    return this.charges.filter((charge) => this.open(charge) > 0).toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
  }
}

const fullOf = ({ basis }: Pick<PlannedCharge, 'basis'>) => Number(basis.inputs.full)
const daysOf = ({ period: { from, to } }: Pick<PlannedCharge, 'period'>) => ({ coversFrom: from, coversTo: to })
