import { route } from '../route.ts'
import { admins } from '../roles.ts'

export const viewLandlordSubscription = route('GET', '/api/admin/subscription', admins)
export const updateLandlordSubscription = route('POST', '/api/admin/update-subscription', admins)
export const extendTrial = route('POST', '/api/admin/extend-trial', admins)
