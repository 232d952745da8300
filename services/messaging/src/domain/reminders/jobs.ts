import { z } from '@keyhold/contracts/zod'
import { job } from '@keyhold/kit/jobs/queue'

/** Says what the rules of a landlord have to say now. */
export const remindersJob = job({ name: 'run-reminders', data: z.object({ landlordId: z.guid() }) })

/** Says that a payment was returned, outside of the quiet hours. */
export const returnedJob = job({
  name: 'say-returned',
  data: z.object({ landlordId: z.guid(), tenantId: z.guid(), receiptId: z.guid(), amount: z.number() }),
})
