import type { AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import type { LandlordDatabase } from '@keyhold/contracts/identity/landlord-databases'
import { dayOf, number, words } from '~/lib/format.ts'

export const planOf = ({ subscriptionPlan }: Pick<AdminLandlord, 'subscriptionPlan'>): string =>
  words(subscriptionPlan || 'free')

interface Trial {
  label: 'Expired' | 'Active' | 'No Trial'
  /** When it ends, or ended. */
  date?: string
}

/** Of a trial: until when, or since when it is over; the server reports `expired` after it. */
export function trialOf(
  { subscriptionStatus, trialEndDate }: Pick<AdminLandlord, 'subscriptionStatus' | 'trialEndDate'>,
  now = new Date(),
): Trial {
  if (!trialEndDate || (subscriptionStatus !== 'trial' && subscriptionStatus !== 'expired'))
    return { label: 'No Trial' }
  const isOver = new Date(trialEndDate) <= now
  if (!isOver && subscriptionStatus === 'expired') return { label: 'No Trial' }
  return { label: isOver ? 'Expired' : 'Active', date: dayOf(trialEndDate) }
}

/** null is unlimited, unset is the plan every account begins with. */
export const limitOf = (maxProperties: number | null | undefined): string =>
  maxProperties === null ? 'Unlimited' : number(maxProperties ?? 5)

/** When a trial lengthened by `days` would end: from its end or, once over, from now. */
export function extendedTo(trialEndDate: string | null, days: number, now = new Date()): Date {
  const end = trialEndDate ? new Date(trialEndDate) : now
  return new Date(Math.max(end.getTime(), now.getTime()) + days * 24 * 60 * 60 * 1000)
}

/** Whose database it is. */
export const ownerOf = ({
  landlordId,
  landlordEmail,
}: Pick<LandlordDatabase, 'landlordId' | 'landlordEmail'>): string =>
  landlordId === null ? 'Shared by all landlords' : (landlordEmail ?? 'Unknown')

const longestName = 63

/** A valid database name for a landlord, made from the local part of the e-mail address. */
export function databaseNameFor(email: string): string {
  const local = email
    .slice(0, Math.max(0, email.lastIndexOf('@')))
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return `landlord_${local || 'records'}`.slice(0, longestName).replace(/_+$/, '')
}

const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** 1536 → 1.5 KB */
export function bytes(count: number): string {
  const power = count < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(count) / 10))
  const value = count / 1024 ** power
  return `${number(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)} ${units[power]}`
}
