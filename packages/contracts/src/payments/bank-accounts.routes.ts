import { landlords } from '../roles.ts'
import { route } from '../route.ts'

export const listBankAccounts = route('GET', '/api/bank-accounts', landlords)
export const createBankAccount = route('POST', '/api/bank-accounts', landlords)
export const updateBankAccount = route('PUT', '/api/bank-accounts/:id', landlords)
export const archiveBankAccount = route('POST', '/api/bank-accounts/:id/archive', landlords)
export const restoreBankAccount = route('POST', '/api/bank-accounts/:id/restore', landlords)
export const listTransfers = route('GET', '/api/bank-transfers', landlords)
export const recordTransfer = route('POST', '/api/bank-transfers', landlords)
export const undoTransfer = route('POST', '/api/bank-transfers/:id/undo', landlords)
