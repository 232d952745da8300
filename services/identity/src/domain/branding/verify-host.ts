import { randomBytes } from 'node:crypto'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, Refusal, refuse, refuseField } from '@keyhold/kit/http/problem'
import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { hostCheckSeconds } from '../../limits.ts'
import { brandingHosts, type BrandingHostRow } from '../../schema/branding.ts'
import { publishBranding } from './branding.ts'
import { hostProblem, proofName, proofText, readHostName } from './host-names.ts'

interface Claim {
  landlordId: string
  userId: string
  typed: string
}

/** Notes the host that a landlord names, with a new proof to publish; the same host keeps its proof. @throws Refusal 400 for no host name */
export async function claim(tx: Tx, { landlordId, userId, typed }: Claim, publicUrl: string, now: Date): Promise<void> {
  const host = readHostName(typed)
  if (host === null) return refuseField('host', 'Enter a host name such as homes.example.com')
  const problem = hostProblem(host, publicUrl)
  if (problem) return refuseField('host', problem)
  const [before] = await tx.select().from(brandingHosts).where(eq(brandingHosts.ownerId, landlordId))
  if (before?.host === host) return
  const values = {
    host,
    token: randomBytes(20).toString('base64url'),
    verifiedAt: null,
    checkedAt: null,
    problem: null,
    claimedBy: userId,
    claimedAt: now.toISOString(),
  }
  await tx
    .insert(brandingHosts)
    .values({ ownerId: landlordId, ...values })
    .onConflictDoUpdate({ target: brandingHosts.ownerId, set: values })
  if (before && before.verifiedAt !== null) await publishBranding(tx, landlordId, now)
}

/** The claim to check, marked as checked now. @throws Refusal 404 without a claim, 429 right after another check */
export async function beginCheck(tx: Tx, landlordId: string, now: Date): Promise<BrandingHostRow> {
  const [row] = await tx.select().from(brandingHosts).where(eq(brandingHosts.ownerId, landlordId)).for('update')
  if (!row) return notFound('Host name')
  const since = row.checkedAt === null ? Infinity : now.getTime() - new Date(row.checkedAt).getTime()
  if (since < hostCheckSeconds * 1000)
    throw new Refusal('too-many-requests', 'This was checked a moment ago. Please wait a few seconds.', {
      retryAfter: hostCheckSeconds,
    })
  await tx.update(brandingHosts).set({ checkedAt: now.toISOString() }).where(eq(brandingHosts.ownerId, landlordId))
  return row
}

/**
 * Records what the DNS said about a claim. A host that another landlord has proved changes hands only where that landlord's proof is gone: its domain
 * has a new owner. Runs over all landlords.
 */
export async function finishCheck(
  tx: Tx,
  { ownerId, host, token }: BrandingHostRow,
  texts: readonly string[],
  now: Date,
): Promise<void> {
  const mine = and(eq(brandingHosts.ownerId, ownerId), eq(brandingHosts.token, token))
  if (!texts.includes(proofText(token))) {
    const problem = `There is no TXT record with the proof at ${proofName(host)} yet. New records can take some hours to be found.`
    // A proved host stays: the record is needed once.
    await tx
      .update(brandingHosts)
      .set({ problem })
      .where(and(mine, isNull(brandingHosts.verifiedAt)))
    return
  }
  const [holder] = await tx
    .select()
    .from(brandingHosts)
    .where(and(eq(brandingHosts.host, host), isNotNull(brandingHosts.verifiedAt), ne(brandingHosts.ownerId, ownerId)))
    .for('update')
  if (holder) {
    if (texts.includes(proofText(holder.token))) refuseUsedHost()
    await tx
      .update(brandingHosts)
      .set({ verifiedAt: null, problem: 'Another account has proved that it owns this host name.' })
      .where(eq(brandingHosts.ownerId, holder.ownerId))
    await publishBranding(tx, holder.ownerId, now)
  }
  const [proved] = await tx
    .update(brandingHosts)
    .set({ verifiedAt: now.toISOString(), problem: null })
    .where(mine)
    .returning()
  if (proved) await publishBranding(tx, ownerId, now)
}

export const refuseUsedHost = (): never =>
  refuse(
    'conflict',
    'Another account uses this host name and its proof is still in the DNS. Remove that TXT record if the name is yours.',
  )
