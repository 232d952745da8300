import type { ClaimKind } from '@keyhold/contracts/properties/claim-kinds'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Nights } from './free-nights.ts'

interface Claimed extends Nights {
  kind: ClaimKind
  label: string | null
}

/** Who reads the sentence: the owner sees what is in the way, a guest does not. */
export type Audience = 'owner' | 'guest'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const dayOf = (date: string) => day.format(new Date(date))

/** "Jul 1, 2026 to Jul 5, 2026", the second being the day of departure. */
export const rangeText = ({ from, until }: Nights): string =>
  until === null ? `${dayOf(from)} on, without an end` : `${dayOf(from)} to ${dayOf(until)}`

interface Reader {
  audience?: Audience | undefined
}

/** Ends the request with 409: what is in the way, and the nearest free nights. @throws Refusal always */
export function refuseNights(inTheWay: readonly Claimed[], freeNights: Nights[], reader: Reader = {}): never {
  throw new Refusal('nights-taken', nightsSentence(inTheWay, freeNights, reader), { freeNights })
}

/** What is in the way, and the nearest free nights, in words. */
export function nightsSentence(
  inTheWay: readonly Claimed[],
  freeNights: readonly Nights[],
  { audience = 'owner' }: Reader,
): string {
  const [first, ...others] = inTheWay
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  const what =
    audience === 'guest' || !first
      ? 'These dates are not available.'
      : `These dates are taken: ${claimText(first)} has ${rangeText(first)}${more}.`
  const nearest = freeNights.map(rangeText).join(' or ')
  return freeNights.length > 0 ? `${what} The nearest free dates are ${nearest}.` : what
}

const names: Record<ClaimKind, string> = {
  lease: 'the lease',
  booking: 'the booking',
  hold: 'a booking that is not paid yet',
  block: 'the block',
  feed: 'the channel',
}

/** "the lease of Ann Archer", "the block “Repainting”". */
function claimText({ kind, label }: Claimed): string {
  if (!label || kind === 'hold') return names[kind]
  return kind === 'block' || kind === 'feed' ? `${names[kind]} “${label}”` : `${names[kind]} of ${label}`
}
