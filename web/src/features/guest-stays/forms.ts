import { zodResolver } from '@hookform/resolvers/zod'
import { holdStay, payTestStay } from '@keyhold/contracts/properties/stays/public-stays'
import type { z } from '@keyhold/contracts/zod'

/** The guest's own fields; dates and price come from what was chosen. */
const GuestForm = holdStay.body.pick({
  guestName: true,
  guestEmail: true,
  guestPhone: true,
  requests: true,
  accepted: true,
})

export type GuestInput = z.input<typeof GuestForm>
export type GuestValues = z.output<typeof GuestForm>
export type CardInput = z.input<typeof payTestStay.body>
export type CardValues = z.output<typeof payTestStay.body>

export const guestResolver = zodResolver(GuestForm)
export const cardResolver = zodResolver(payTestStay.body)
