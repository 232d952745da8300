import { nightClaimOutcomes } from '@keyhold/contracts/tenancy/night-outcomes'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq, inArray } from 'drizzle-orm'
import { landlordOf } from '../../domain/landlord-of.ts'
import { nightClaimOutcome } from '../../schema/tenancies.ts'

export const nightOutcomeRoutes = () => [
  serve(nightClaimOutcomes, async ({ actor, body, db, clock }) => {
    const landlordId = landlordOf(actor)
    const claimIds = [...new Set(body.claimIds)].toSorted()
    return db.transaction(actor, async (tx) => {
      const decidedAt = clock.now().toISOString()
      const rows = claimIds.map((claimId) => ({ landlordId, claimId, isUsed: false, decidedAt }))
      // Waits for a transaction that is about to use one of them, and is waited for by one that comes later.
      await tx.insert(nightClaimOutcome).values(rows).onConflictDoNothing()
      const abandoned = await tx
        .select({ claimId: nightClaimOutcome.claimId })
        .from(nightClaimOutcome)
        .where(
          and(
            eq(nightClaimOutcome.landlordId, landlordId),
            inArray(nightClaimOutcome.claimId, claimIds),
            eq(nightClaimOutcome.isUsed, false),
          ),
        )
      return { abandoned: abandoned.map(({ claimId }) => claimId) }
    })
  }),
]
