import type { GuestStay } from '@keyhold/contracts/properties/stays/public-stays'
import type { Tools } from '@keyhold/kit/http/request'
import { type HostActor, hostActor } from './find-public.ts'
import { findStayByToken, type LinkedStay } from './guest-links.ts'
import { readGuestStay } from './guest-view.ts'
import type { NetworkLimit } from './visitor-limits.ts'

interface Linked {
  stay: LinkedStay
  actor: HostActor
}

/** How guests reach their stay: by the token of a link. */
export const openLinks = ({ isTest }: { isTest: boolean }, guesses: NetworkLimit) => ({
  /** @throws Refusal 404 for an unknown link, 429 after many of them */
  find: async (token: string, ip: string, { db, clock }: Tools): Promise<Linked> => {
    const now = clock.now()
    guesses.check(ip, now)
    const stay = await findStayByToken(db, token).catch((error: unknown) => {
      guesses.record(ip, now)
      throw error
    })
    return { stay, actor: hostActor(stay.landlordId) }
  },
  view: (stay: LinkedStay, tools: Tools): Promise<GuestStay> => readGuestStay(stay, { ...tools, isTest }),
})
