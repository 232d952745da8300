import { randomBytes } from 'node:crypto'
import {
  changeBranding,
  deleteLogo,
  getBranding,
  logoFile,
  resetBranding,
  uploadLogo,
} from '@keyhold/contracts/identity/branding'
import { encodePng } from '@keyhold/kit/files/images'
import { notFound } from '@keyhold/kit/http/problem'
import { Reply, serve } from '@keyhold/kit/http/serve'
import type { Tx } from '@keyhold/kit/database/database'
import { eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { brandingSettings, lockBranding, publishBranding } from '../../domain/branding/branding.ts'
import { logoPixels } from '../../limits.ts'
import { branding } from '../../schema/branding.ts'

const noLogo = { logoName: null, logoWidth: null, logoHeight: null, logo: null }

/** A landlord's own look: name, colors and logo. */
export const brandingRoutes = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) => {
  const site = new URL(PUBLIC_URL).hostname

  return [
    serve(getBranding, ({ actor, db, clock }) =>
      db.transaction(actor, (tx) => brandingSettings(tx, actor.landlordId, { site, now: clock.now() })),
    ),

    serve(changeBranding, ({ actor, body: { name, colors }, db, clock }) => {
      const now = clock.now()
      return db.transaction(actor, async (tx) => {
        await lockBranding(tx, actor.landlordId, now)
        await store(tx, actor.landlordId, now, {
          ...(name === undefined ? {} : { name }),
          ...(colors === undefined ? {} : { primaryColor: colors?.primary ?? null, textColor: colors?.text ?? null }),
        })
        return brandingSettings(tx, actor.landlordId, { site, now })
      })
    }),

    // Also without the plan: what is stored is the landlord's.
    serve(resetBranding, ({ actor, db, clock }) =>
      db.transaction(actor, (tx) =>
        store(tx, actor.landlordId, clock.now(), { name: null, primaryColor: null, textColor: null, ...noLogo }),
      ),
    ),

    serve(uploadLogo, async ({ actor, body, db, clock }) => {
      const now = clock.now()
      await db.transaction(actor, (tx) => lockBranding(tx, actor.landlordId, now))
      const { bytes, width, height } = await encodePng(body, logoPixels, actor.landlordId)
      return db.transaction(actor, async (tx) => {
        await lockBranding(tx, actor.landlordId, now)
        const logoName = randomBytes(20).toString('base64url')
        await store(tx, actor.landlordId, now, { logoName, logoWidth: width, logoHeight: height, logo: bytes })
        return brandingSettings(tx, actor.landlordId, { site, now })
      })
    }),

    serve(deleteLogo, ({ actor, db, clock }) =>
      db.transaction(actor, (tx) => store(tx, actor.landlordId, clock.now(), noLogo)),
    ),

    serve(logoFile, async ({ params, db }) => {
      const [found] = await db.adminTransaction('a logo by its name, for a visitor', (tx) =>
        tx.select({ logo: branding.logo }).from(branding).where(eq(branding.logoName, params.name)),
      )
      if (!found?.logo) return notFound('Logo')
      return new Reply(found.logo, [
        ['content-type', 'image/png'],
        // Another logo has another name.
        ['cache-control', 'public, max-age=31536000, immutable'],
        ['content-disposition', 'inline'],
      ])
    }),
  ]
}

async function store(
  tx: Tx,
  landlordId: string,
  now: Date,
  changes: Partial<Omit<typeof branding.$inferInsert, 'landlordId'>>,
): Promise<void> {
  const set = { ...changes, updatedAt: now.toISOString() }
  await tx
    .insert(branding)
    .values({ landlordId, ...set })
    .onConflictDoUpdate({ target: branding.landlordId, set })
  await publishBranding(tx, landlordId, now)
}
