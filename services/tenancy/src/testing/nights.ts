import type { BodyOf, ResponseOf } from '@keyhold/contracts/endpoint'
import { claimLeaseNights } from '@keyhold/contracts/properties/nights'
import { stub } from '@keyhold/kit/testing/test-app'

type Claims = BodyOf<typeof claimLeaseNights>['claims']
type Answers = ResponseOf<typeof claimLeaseNights>

/** Properties as far as tenancies claim nights there: it grants all of them, unless a test says otherwise. */
export function stubNights() {
  const nights = {
    claimed: [] as Claims,
    answer: (claims: Claims): Answers | Promise<Answers> =>
      claims.map(({ claimId, from, until }) => ({ claimId, nights: { from, until }, refusal: null })),
  }
  const answered = stub(claimLeaseNights, ({ body: { claims } }) => {
    nights.claimed.push(...claims)
    return nights.answer(claims)
  })
  return { nights, stub: answered }
}

/** Refuses the nights after this day, and grants those before it to who may be given fewer. */
export const takenFrom =
  (day: string) =>
  (claims: Claims): Answers =>
    claims.map(({ claimId, from, until, canBeCut }) => {
      if (until !== null && until <= day) return { claimId, nights: { from, until }, refusal: null }
      const detail = 'These dates are taken: the booking of Gus Guest has Jul 1, 2026 to Jul 5, 2026.'
      const nights = canBeCut && from < day ? { from, until: day } : null
      return { claimId, nights, refusal: { detail, freeNights: [] } }
    })
