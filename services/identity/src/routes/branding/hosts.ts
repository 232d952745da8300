import { claimHost, releaseHost, verifyHost } from '@keyhold/contracts/identity/branding'
import { violated } from '@keyhold/kit/database/errors'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { brandingSettings, lockBranding, publishBranding } from '../../domain/branding/branding.ts'
import { proofName } from '../../domain/branding/host-names.ts'
import { beginCheck, claim, finishCheck, refuseUsedHost } from '../../domain/branding/verify-host.ts'
import { type Dns, DnsDown } from '../../providers/dns/dns.ts'
import { brandingHosts } from '../../schema/branding.ts'

/** A landlord's own host name: claimed, then proved by a record in its DNS. */
export const hostRoutes = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, dns: Dns) => {
  const site = new URL(PUBLIC_URL).hostname

  return [
    serve(claimHost, ({ actor, body, db, clock }) => {
      const now = clock.now()
      const { landlordId, userId } = actor
      return db.transaction(actor, async (tx) => {
        await lockBranding(tx, landlordId, now)
        await claim(tx, { landlordId, userId, typed: body.host }, PUBLIC_URL, now)
        return brandingSettings(tx, landlordId, { site, now })
      })
    }),

    serve(verifyHost, async ({ actor, db, clock }) => {
      const now = clock.now()
      const { landlordId } = actor
      const claimed = await db.transaction(actor, async (tx) => {
        await lockBranding(tx, landlordId, now)
        return beginCheck(tx, landlordId, now)
      })
      const texts = await textsOf(dns, proofName(claimed.host))
      // A host can change hands, which concerns two landlords.
      await db
        .adminTransaction('a host name belongs to one landlord of all', (tx) => finishCheck(tx, claimed, texts, now))
        .catch((error: unknown) => {
          if (violated(error)?.constraint === 'branding_hosts_proved') refuseUsedHost()
          throw error
        })
      return db.transaction(actor, (tx) => brandingSettings(tx, landlordId, { site, now }))
    }),

    serve(releaseHost, ({ actor, db, clock }) =>
      db.transaction(actor, async (tx) => {
        const { landlordId } = actor
        const gone = await tx.delete(brandingHosts).where(eq(brandingHosts.ownerId, landlordId)).returning()
        if (gone.some(({ verifiedAt }) => verifiedAt !== null)) await publishBranding(tx, landlordId, clock.now())
      }),
    ),
  ]
}

async function textsOf(dns: Dns, name: string): Promise<string[]> {
  try {
    return await dns.texts(name)
  } catch (error) {
    if (!(error instanceof DnsDown)) throw error
    return refuse('unavailable', 'The name servers did not answer. Please try again in a moment.', { cause: error })
  }
}
