import { claimLeaseNights, maxLeaseClaims } from '@keyhold/contracts/properties/nights'
import { scopeOfTx, type Tx, type TxScope } from '@keyhold/kit/database/database'
import { Refusal, refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { type Actor, scopeOf, serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { tenancy } from '../../schema/tenancies.ts'
import type { Nights } from './needed-nights.ts'

/** Nights that a transaction needs and that are not claimed yet. */
export interface Wanted extends Nights {
  tenancyId: string
  label: string | null
  canBeCut: boolean
}

export interface Grant extends Nights {
  claimId: string
  /** Something was in the way, and these are the nights until then. */
  isCut: boolean
}

/** What the runs of one transaction know about nights: what the earlier ones wanted, and what was answered. */
export interface NightClaims {
  /** Claim for tenants who live there past their term, as far as nothing is in the way. */
  isExtending: boolean
  wanted: Map<string, Wanted>
  granted: Map<string, Grant>
  refused: Map<string, { wanted: Nights; refusal: Refusal }>
  ids: Map<string, string>
}

const claimsOf = new WeakMap<TxScope, NightClaims>()

/** Undefined in a transaction that was not opened by `transactionWithNights`. */
export const nightClaimsOf = (tx: Tx): NightClaims | undefined => claimsOf.get(scopeOfTx(tx))

/** A new id that is the same in every run of the transaction, since nights are claimed for the id between them. */
export function stableId(tx: Tx, key: string): string {
  const ids = nightClaimsOf(tx)?.ids
  const id = ids?.get(key) ?? v7()
  ids?.set(key, id)
  return id
}

class NightsNeeded extends Error {}
/** A claim was answered for and then given up (`nightClaimOutcomes`), because the transaction took too long to use it. */
export class NightsGivenUp extends Error {}

const attempts = 6

/**
 * A transaction that changes tenancies. What it does is not known before it has run, and nights are claimed before it commits and outside of it: so
 * it runs, is rolled back where a tenancy needs nights that are not its own yet, the nights are claimed, and it runs again. Only growth is claimed;
 * what a tenancy needs no more is given back by its event. Where the process dies in between, the claims are released by `nightClaimOutcomes`.
 * A refused claim is thrown where the tenancy is announced, so that a savepoint can catch it. @throws Refusal 409 `nights-taken`; what `fn` throws
 */
export async function transactionWithNights<T>(
  { db, call }: Pick<Tools, 'db' | 'call'>,
  actor: Actor,
  fn: (tx: Tx) => Promise<T>,
  { isExtending = false }: { isExtending?: boolean } = {},
): Promise<T> {
  const { landlordId } = scopeOf(actor)
  const claims: NightClaims = {
    isExtending,
    wanted: new Map(),
    granted: new Map(),
    refused: new Map(),
    ids: new Map(),
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(actor, async (tx) => {
        claims.wanted.clear()
        claimsOf.set(scopeOfTx(tx), claims)
        const value = await fn(tx)
        await keepStored(tx, landlordId, claims.wanted)
        if (claims.wanted.size > 0) throw new NightsNeeded()
        return value
      })
    } catch (error) {
      const isGivenUp = error instanceof NightsGivenUp
      if (!isGivenUp && !(error instanceof NightsNeeded)) throw error
      if (attempt === attempts) refuse('conflict', 'This home is being changed by others. Please try again.')
      if (isGivenUp) claims.granted.clear()
      else await claim(call, landlordId, claims)
    }
  }
}

/** Leaves out tenancies of savepoints that were rolled back. */
async function keepStored(tx: Tx, landlordId: string, wanted: Map<string, Wanted>): Promise<void> {
  if (wanted.size === 0) return
  const stored = await tx
    .select({ id: tenancy.id })
    .from(tenancy)
    .where(and(eq(tenancy.landlordId, landlordId), sql`${tenancy.id} = any(${sql.param([...wanted.keys()])}::uuid[])`))
  const ids = new Set(stored.map(({ id }) => id))
  for (const id of wanted.keys()) if (!ids.has(id)) wanted.delete(id)
}

async function claim(call: Tools['call'], landlordId: string, claims: NightClaims): Promise<void> {
  const all = [...claims.wanted.values()].map((wanted) => ({ claimId: v7(), ...wanted }))
  for (let n = 0; n < all.length; n += maxLeaseClaims) {
    const asked = all.slice(n, n + maxLeaseClaims)
    const answers = await call(claimLeaseNights, serviceActor('tenancy', landlordId), { body: { claims: asked } })
    for (const [i, { claimId, nights, refusal }] of answers.entries()) {
      const wanted = asked[i]
      if (!wanted) continue
      const { tenancyId, unitId } = wanted
      if (nights) claims.granted.set(tenancyId, { claimId, unitId, ...nights, isCut: refusal !== null })
      else {
        const { detail = 'These dates are not available.', freeNights } = refusal ?? {}
        claims.refused.set(tenancyId, { wanted, refusal: new Refusal('nights-taken', detail, { freeNights }) })
      }
    }
  }
}
