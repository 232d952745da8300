import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const deliver = route('POST', '/internal/deliveries', 'service')
export const listFailedDeliveries = route('GET', '/api/failed-deliveries', landlords)
export const retryDelivery = route('POST', '/api/failed-deliveries/:id/retry', landlords)
export const dismissDelivery = route('DELETE', '/api/failed-deliveries/:id', landlords)
export const deliveryAttention = route('GET', '/internal/delivery-attention', 'service')
