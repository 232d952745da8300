import * as routes from './visits.routes.ts'
import { endpoint } from '../endpoint.ts'
import { requiredDate } from '../scalars.ts'
import { z } from '../zod.ts'
import { timeOfDay } from './requests.ts'
import { Visit } from './visit-records.ts'

/** Times that wait to be chosen, of one side. */
export const maxOpenVisits = 6

export const VisitForm = z
  .object({
    date: requiredDate('Choose a day'),
    from: timeOfDay.meta({ examples: ['09:00'] }),
    to: timeOfDay.meta({ examples: ['11:00'] }),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'The visit must end after it begins' })

export const VisitsForm = z.object({
  visits: z
    .array(VisitForm)
    .min(1, 'Enter a time')
    .max(maxOpenVisits, `At most ${maxOpenVisits} times`)
    .meta({ examples: [[{ date: '2026-03-20', from: '09:00', to: '11:00' }]] }),
})

const offer = { status: 201, body: VisitsForm, response: z.array(Visit) } as const

export const offerVisits = endpoint(routes.offerVisits, {
  ...offer,
  summary: 'Offer the tenant times for a visit; earlier offers of yours are withdrawn',
})

/** 409 where it is not waiting any more, or is the landlord's own. */
export const chooseVisit = endpoint(routes.chooseVisit, {
  response: Visit,
  summary: 'Take a time that the tenant or the vendor proposed: the request is scheduled for it',
})

export const withdrawVisit = endpoint(routes.withdrawVisit, { summary: 'Withdraw a time for a visit' })

export const proposeVisits = endpoint(routes.proposeVisits, {
  ...offer,
  summary: 'Propose times for a visit; earlier proposals of yours are withdrawn',
})

export const pickVisit = endpoint(routes.pickVisit, {
  response: Visit,
  summary: 'Pick one of the times offered for a visit: the request is scheduled for it',
})
