import { everyone, landlords } from '../roles.ts'
import { route } from '../route.ts'

export const listReceipts = route('GET', '/api/receipts', landlords)
export const getReceipt = route('GET', '/api/receipts/:id', landlords)
export const recordReceipt = route('POST', '/api/receipts', landlords)
export const proposeAllocation = route('GET', '/api/tenants/:id/allocation', landlords)
export const editReceipt = route('PUT', '/api/receipts/:id', landlords)
export const reallocateReceipt = route('PUT', '/api/receipts/:id/allocations', landlords)
export const reverseReceipt = route('POST', '/api/receipts/:id/reverse', landlords)
export const receiptFile = route('GET', '/api/receipts/:id/file', everyone)
export const sendReceipt = route('POST', '/api/receipts/:id/send', landlords)
