import {
  type Branding,
  BrandingChanged,
  type BrandingSettings,
  keyholdBranding,
} from '@keyhold/contracts/identity/branding'
import { statusAt } from '@keyhold/contracts/billing/subscriptions'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, isNotNull } from 'drizzle-orm'
import { branding, brandingHosts, type BrandingHostRow } from '../../schema/branding.ts'
import { users } from '../../schema/users.ts'
import type { UserRow } from '../accounts/users.ts'
import { hostOf, proofName, proofText } from './host-names.ts'

type Account = Pick<UserRow, 'userType' | 'subscriptionPlan' | 'subscriptionStatus' | 'trialEndDate' | 'isActive'>

/** Whether an account's plan includes a look of its own: enterprise, and a trial, which has all. The administrator's has no limits. */
export function includesBranding(account: Account, now: Date): boolean {
  const { userType, subscriptionPlan, subscriptionStatus, trialEndDate, isActive } = account
  if (!isActive || userType === 'tenant') return false
  if (userType === 'super_admin') return true
  const status = statusAt({ status: subscriptionStatus ?? 'expired', trialEndDate }, now)
  return status === 'trial' || (subscriptionPlan === 'enterprise' && status === 'active')
}

// Without the bytes of the logo.
const stored = {
  name: branding.name,
  primaryColor: branding.primaryColor,
  textColor: branding.textColor,
  logoName: branding.logoName,
  logoWidth: branding.logoWidth,
  logoHeight: branding.logoHeight,
}
type Stored = { [K in keyof typeof stored]: (typeof branding.$inferSelect)[K] }

const logoOf = ({ logoName, logoWidth, logoHeight }: Stored) =>
  logoName === null ? null : { url: `/api/logos/${logoName}`, width: logoWidth ?? 0, height: logoHeight ?? 0 }

const colorsOf = ({ primaryColor, textColor }: Stored) =>
  primaryColor === null || textColor === null ? null : { primary: primaryColor, text: textColor }

async function readStored(tx: Tx, landlordId: string) {
  const [account] = await tx.select().from(users).where(eq(users.id, landlordId))
  const [look] = await tx.select(stored).from(branding).where(eq(branding.landlordId, landlordId))
  const [host] = await tx.select().from(brandingHosts).where(eq(brandingHosts.ownerId, landlordId))
  return { account, look, host }
}

/** A landlord's look as tenants see it at `now`; Keyhold's where the plan does not include one. */
export async function appliedBranding(tx: Tx, landlordId: string, now: Date): Promise<Branding> {
  const { account, look, host } = await readStored(tx, landlordId)
  if (!account || !includesBranding(account, now)) return keyholdBranding
  const proved = host && host.verifiedAt !== null ? host.host : null
  if (!look) return { ...keyholdBranding, host: proved }
  return { name: look.name, logo: logoOf(look), colors: colorsOf(look), host: proved }
}

/** The look as its landlord sets it. `site`: the host that names of landlords point to. */
export async function brandingSettings(
  tx: Tx,
  landlordId: string,
  { site, now }: { site: string; now: Date },
): Promise<BrandingSettings> {
  const { account, look, host } = await readStored(tx, landlordId)
  return {
    name: look?.name ?? null,
    logo: look ? logoOf(look) : null,
    colors: look ? colorsOf(look) : null,
    host: host ? hostSettings(host, site) : null,
    isApplied: account !== undefined && includesBranding(account, now),
  }
}

const hostSettings = ({ host, token, verifiedAt, checkedAt, problem }: BrandingHostRow, site: string) => ({
  host,
  records: [
    { type: 'CNAME' as const, name: host, value: site },
    { type: 'TXT' as const, name: proofName(host), value: proofText(token) },
  ],
  verifiedAt,
  checkedAt,
  problem,
})

/** Locks the account, so that changes of its look run one after the other. @throws Refusal 403 where the plan does not include it */
export async function lockBranding(tx: Tx, landlordId: string, now: Date): Promise<void> {
  const [account] = await tx.select().from(users).where(eq(users.id, landlordId)).for('no key update')
  if (!account || !includesBranding(account, now))
    refuse(
      'plan-needed',
      'A look of your own is part of the Enterprise plan. What you have set is kept and applies again once you have that plan.',
    )
}

/** Tells the other services how a landlord's portal looks now. */
export async function publishBranding(tx: Tx, landlordId: string, now: Date): Promise<void> {
  const applied = await appliedBranding(tx, landlordId, now)
  await emit(tx, BrandingChanged, { landlordId, ...applied }, { clock: { now: () => now } })
}

/** Whether a landlord has set anything that a change of the plan shows or hides. */
export async function hasBranding(tx: Tx, landlordId: string): Promise<boolean> {
  const { look, host } = await readStored(tx, landlordId)
  return look !== undefined || host !== undefined
}

/** Whose portal a host is; null for a host that nobody has proved. */
export async function ownerOfHost(tx: Tx, host: string): Promise<string | null> {
  const [row] = await tx
    .select({ ownerId: brandingHosts.ownerId })
    .from(brandingHosts)
    .where(and(eq(brandingHosts.host, host), isNotNull(brandingHosts.verifiedAt)))
  return row?.ownerId ?? null
}

/** Whose portal a request came to; null on the site's own host. */
export async function landlordAt(
  tx: Tx,
  request: { header(name: 'host'): string | undefined },
): Promise<string | null> {
  const host = hostOf(request.header('host'))
  return host === null ? null : ownerOfHost(tx, host)
}
