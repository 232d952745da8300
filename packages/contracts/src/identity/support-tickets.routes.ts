import { route } from '../route.ts'
import { admins, landlords } from '../roles.ts'

export const listTickets = route('GET', '/api/support-tickets', landlords)
export const openTicket = route('POST', '/api/support-tickets', landlords)
export const getTicket = route('GET', '/api/support-tickets/:id', landlords)
export const replyToTicket = route('POST', '/api/support-tickets/:id/replies', landlords)
export const closeTicket = route('POST', '/api/support-tickets/:id/close', landlords)
export const listAllTickets = route('GET', '/api/admin/support-tickets', admins)
export const getAnyTicket = route('GET', '/api/admin/support-tickets/:id', admins)
export const answerTicket = route('POST', '/api/admin/support-tickets/:id/replies', admins)
export const closeAnyTicket = route('POST', '/api/admin/support-tickets/:id/close', admins)
