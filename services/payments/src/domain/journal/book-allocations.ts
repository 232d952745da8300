import type { JournalKind } from '@keyhold/contracts/payments/journal'
import type { Tx } from '@keyhold/kit/database/database'
import { laterOf } from '@keyhold/kit/lib/dates'
import { toCents } from '@keyhold/kit/lib/money'
import { sql } from 'drizzle-orm'
import { availableOn, type Movement, latestParts, pairParts, partsCovered } from './dating.ts'
import { type BookedCharge, type ChargePosting, readBooked } from './history.ts'
import { heldBy } from './book-returns.ts'
import { readHeldMovements } from './deposits-held.ts'
import { isOfDeposit, makeUpDeposits } from './make-up-deposits.ts'
import { type Author, type ChargeRef, type Draft, firstOpenDay, type Line, recordEntries } from './record.ts'

/** Money of a receipt that pays a charge (above 0), or is taken off it (below 0). */
export interface Allocated {
  receiptId: string
  chargeId: string
  cents: number
  /** Above 0: the money was received for it, rather than credit from earlier. */
  isNew?: boolean
  /** Below 0: the day on which it is taken off. */
  on?: string
}

/** Books allocations that were just inserted, in their order. */
export async function bookAllocations(tx: Tx, allocations: readonly Allocated[], author: Author): Promise<void> {
  if (allocations.length === 0) return
  const { landlordId } = author
  const charges = await readBooked(
    tx,
    author,
    allocations.map(({ chargeId }) => chargeId),
  )
  const credits = await readCredits(
    tx,
    landlordId,
    allocations.map(({ receiptId }) => receiptId),
  )
  const takesDeposit = allocations.some(
    ({ chargeId, cents }) => cents < 0 && charges.get(chargeId)?.ref.type === 'security_deposit',
  )
  const tenantIds = [...charges.values()].map(({ tenantId }) => tenantId)
  const held = new Map(takesDeposit ? await readHeldMovements(tx, landlordId, tenantIds) : [])
  const drafts: Draft[] = []
  for (const one of allocations) {
    const charge = charges.get(one.chargeId)
    if (!charge) throw new Error(`charge ${one.chargeId} does not exist`)
    const known = { ...charge, postings: [...charge.postings, ...postingsIn(drafts, one.chargeId)] }
    const before: Credit = credits.get(one.receiptId) ?? { account: 'tenant_credit', movements: [] }
    const { account } = before
    const credit = { ...before, movements: [...before.movements, ...creditIn(drafts, one.receiptId, account)] }
    const left = held.get(charge.tenantId) ?? []
    const made =
      one.cents > 0 ? payingDrafts(known, one, credit) : takingDrafts(known, one, { held: left, credit: account })
    held.set(charge.tenantId, [...left, ...made.flatMap(({ on, lines }) => heldBy(lines, on))])
    drafts.push(...made)
  }
  await recordEntries(tx, drafts, author)
  await makeUpFor(
    tx,
    drafts.filter(({ lines }) => isOfDeposit(lines)),
    author,
  )
}

/** For entries about deposits, from their first day on. */
async function makeUpFor(tx: Tx, moved: readonly Draft[], author: Author): Promise<void> {
  const [from] = moved.map(({ on }) => on).toSorted()
  if (from === undefined) return
  await makeUpDeposits(tx, { tenantIds: moved.map(({ tenantId }) => tenantId), from }, author)
}

/** The account of what is left of a receipt, and the days on which it became credit (above 0) and was spent (below 0). */
interface Credit {
  account: 'tenant_credit' | 'allowance'
  movements: readonly Movement[]
  /** The money was received in a closed period: that day, and the one on which it takes effect. */
  received?: { belongsOn: string; on: string } | undefined
}

async function readCredits(tx: Tx, landlordId: string, receiptIds: readonly string[]): Promise<Map<string, Credit>> {
  const rows = await tx.execute<{ id: string; account: Credit['account']; on: string; amount: number }>(sql`
    select p.receipt_id as id, p.account, p.effective_on as "on", -sum(p.amount) as amount from posting p
    where p.landlord_id = ${landlordId} and p.receipt_id = any(${sql.param([...new Set(receiptIds)])}::uuid[]) and p.account in ('tenant_credit', 'allowance')
    group by 1, 2, 3`)
  const late = await tx.execute<{ id: string; on: string; belongsOn: string }>(sql`
    select e.receipt_id as id, e.effective_on as "on", e.belongs_on as "belongsOn" from journal_entry e
    where e.landlord_id = ${landlordId} and e.receipt_id = any(${sql.param([...new Set(receiptIds)])}::uuid[]) and e.kind = 'received'
      and e.belongs_on < ${firstOpenDay(landlordId)}`)
  const received = new Map(late.map((one) => [one.id, one]))
  const of = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...of].map(([id, list]) => {
      const movements = list.map(({ on, amount }) => ({ on, cents: toCents(amount) }))
      return [id, { account: list[0]?.account ?? 'tenant_credit', movements, received: received.get(id) }]
    }),
  )
}

const creditIn = (drafts: readonly Draft[], receiptId: string, account: Credit['account']): Movement[] =>
  drafts.flatMap(({ on, lines }) =>
    lines.flatMap((line) =>
      line.account === account && line.receiptId === receiptId ? [{ on, cents: -line.cents }] : [],
    ),
  )

/** What earlier drafts of this call post on the charge. */
const postingsIn = (drafts: readonly Draft[], chargeId: string): ChargePosting[] =>
  drafts.flatMap(({ on, lines }) =>
    lines.flatMap(({ account, cents, charge, receiptId = null }) =>
      charge?.id === chargeId ? [{ account, on, cents, receiptId, ref: charge }] : [],
    ),
  )

/**
 * Money is taken on the first day from which the credit has it on every later day, and pays the charge on the first day from which that much is owed, so
 * that no money is used twice and no charge is paid twice on any day; what is covered for a while by money that was taken back later is paid after it.
 * Before that it is prepaid: money received for the charge from its own day on, credit from earlier from today on. Credit from earlier pays a charge from
 * earlier from today on: that it did not until now is what past days say. A deposit is held as soon as it is received.
 */
export function payingDrafts(
  charge: BookedCharge,
  { receiptId, cents, isNew = false }: Allocated,
  credit: Credit,
): Draft[] {
  const { ref, tenantId, postings, today } = charge
  const free = partsCovered(credit.movements, { cents, from: isNew || charge.isNew ? '' : today })
  const owed = partsCovered(movementsOf(postings, 'receivable'), { cents, from: free[0]?.on ?? today })
  const due = Math.max(0, -sumOf(movementsOf(postings, 'deposits_due')))
  let held = ref.type === 'security_deposit' ? Math.min(cents, due) : 0
  const line = lineOn(charge, receiptId)
  const days = pairParts(free, owed).flatMap(([freeOn, owedOn, part]): [string, Line[]][] => {
    const paidOn = laterOf(freeOn, owedOn)
    const takenOn = isNew ? freeOn : paidOn <= today ? paidOn : laterOf(freeOn, today)
    const kept = Math.min(held, part)
    held -= kept
    return [
      [takenOn, [line(credit.account, part), line('deposits_held', -kept), line('prepaid', kept - part)]],
      [paidOn, [line('deposits_due', kept), line('prepaid', part - kept), line('receivable', -part)]],
    ]
  })
  const drafts = draftsOf('allocated', { tenantId, chargeId: ref.id, receiptId }, days)
  return isNew ? drafts.map((draft) => ({ ...draft, belongsOn: belongingOf(draft, ref, credit) })) : drafts
}

/** What is received for a charge in a closed period belongs to the day on which it was received, or on which the charge was due later. */
function belongingOf({ on }: Draft, { dueOn }: ChargeRef, { received }: Credit): string | undefined {
  if (received?.on !== on) return undefined
  const day = laterOf(received.belongsOn, dueOn)
  return day < on ? day : undefined
}

/** What was paid by the day is owed again from the day on, what would have been paid later is not. A deposit that was given back already is not held. */
export function takingDrafts(
  charge: BookedCharge,
  { receiptId, cents, on: day = charge.today }: Allocated,
  { held: movements, credit }: { held: readonly Movement[]; credit: Credit['account'] },
): Draft[] {
  const { ref, tenantId, postings } = charge
  const own = postings.filter((one) => one.receiptId === receiptId)
  const on = own.reduce((first, one) => (one.account === credit ? laterOf(first, one.on) : first), day)
  const paid = movementsOf(own, 'receivable').map((one) => ({ ...one, cents: -one.cents }))
  const parts = latestParts(paid, -cents)
  const isHeldBy = -sumOf(movementsOf(own, 'deposits_held'))
  let held = ref.type === 'security_deposit' ? Math.min(-cents, availableOn(movements, on), isHeldBy) : 0
  const line = lineOn(charge, receiptId)
  const days: [string, Line[]][] = []
  for (const { on: paidOn, cents: part } of parts) {
    const release = Math.min(held, part)
    held -= release
    const rest = part - release
    const again = laterOf(paidOn, on)
    if (release > 0)
      days.push(
        [on, [line(credit, -release), line('deposits_held', release)]],
        [again, [line('receivable', release), line('deposits_due', -release)]],
      )
    if (rest === 0) continue
    // What was given back already, of a deposit that is not due yet, is credit from the day on which it is owed again.
    if (ref.type === 'security_deposit') days.push([again, [line(credit, -rest), line('receivable', rest)]])
    else
      days.push(
        [on, [line(credit, -rest), line('prepaid', rest)]],
        [again, [line('prepaid', -rest), line('receivable', rest)]],
      )
  }
  return draftsOf('deallocated', { tenantId, chargeId: ref.id, receiptId }, days)
}

const lineOn =
  ({ ref }: BookedCharge, receiptId: string) =>
  (account: Line['account'], cents: number): Line => ({ account, cents, charge: ref, receiptId })

/** One entry for each day; lines of one account on a day are added up. */
function draftsOf(
  kind: JournalKind,
  about: { tenantId: string; chargeId: string; receiptId: string },
  days: readonly [string, readonly Line[]][],
): Draft[] {
  return [...Map.groupBy(days, ([on]) => on)].map(([on, list]) => {
    const accounts = Map.groupBy(
      list.flatMap(([, lines]) => lines),
      ({ account }) => account,
    )
    const lines = [...accounts.values()].flatMap(([first, ...others]) =>
      first ? [{ ...first, cents: others.reduce((sum, { cents }) => sum + cents, first.cents) }] : [],
    )
    return { kind, ...about, on, lines }
  })
}

const movementsOf = (postings: readonly ChargePosting[], account: Line['account']): Movement[] =>
  postings.filter((one) => one.account === account)
const sumOf = (movements: readonly Movement[]): number => movements.reduce((sum, { cents }) => sum + cents, 0)
