import * as routes from './notifications-push.routes.ts'
import { endpoint } from '../endpoint.ts'
import { line } from '../scalars.ts'
import { z } from '../zod.ts'

export const getPushKey = endpoint(routes.getPushKey, {
  response: z.object({
    /** Null where push messages are not set up. */
    publicKey: z.string().nullable(),
  }),
  summary: 'What a page needs to subscribe to push messages',
})

const address = z.url('An address').max(1000)

export const subscribePush = endpoint(routes.subscribePush, {
  body: z.object({ endpoint: address, keys: z.object({ p256dh: line(200), auth: line(100) }) }),
  response: z.object({ isOn: z.boolean() }),
  summary: 'Show your notifications on this device',
})

export const unsubscribePush = endpoint(routes.unsubscribePush, {
  body: z.object({ endpoint: address }),
  response: z.object({ isOn: z.boolean() }),
  summary: 'Show no notifications on this device any more',
})
