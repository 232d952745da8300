import { route } from '../route.ts'
import { admins, landlords } from '../roles.ts'

export const deliver = route('POST', '/internal/deliveries', 'service')
export const listFailedDeliveries = route('GET', '/api/failed-deliveries', landlords)
export const retryDelivery = route('POST', '/api/failed-deliveries/:id/retry', landlords)
export const dismissDelivery = route('DELETE', '/api/failed-deliveries/:id', landlords)
export const deliveryAttention = route('GET', '/internal/delivery-attention', 'service')
export const listHeldMessages = route('GET', '/api/admin/held-messages', admins)
export const releaseHeldMessage = route('POST', '/api/admin/held-messages/:id/release', admins)
export const dropHeldMessage = route('DELETE', '/api/admin/held-messages/:id', admins)
export const listChannelSwitches = route('GET', '/api/admin/channel-switches', admins)
export const switchChannel = route('POST', '/api/admin/channel-switches', admins)
export const waitingMessages = route('GET', '/api/waiting-messages', landlords)
