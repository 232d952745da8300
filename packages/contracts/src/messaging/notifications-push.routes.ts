import { route } from '../route.ts'
import { everyone } from '../roles.ts'

export const getPushKey = route('GET', '/api/push-key', everyone)
export const subscribePush = route('POST', '/api/push-subscriptions', everyone)
export const unsubscribePush = route('POST', '/api/push-subscriptions/remove', everyone)
