import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const listInvoices = route('GET', '/api/subscription/invoices', landlords)
