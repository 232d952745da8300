import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const sendWorkOrder = route('POST', '/api/maintenance-requests/:id/work-orders', landlords)
export const revokeWorkOrder = route(
  'POST',
  '/api/maintenance-requests/:id/work-orders/:workOrderId/revocation',
  landlords,
)
export const answerVendor = route('POST', '/api/maintenance-requests/:id/work-orders/:workOrderId/messages', landlords)
export const decideBill = route('POST', '/api/maintenance-requests/:id/bills/:billId/decision', landlords)
export const billFile = route('GET', '/api/maintenance-requests/:id/bills/:billId/file', landlords)
