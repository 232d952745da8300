import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const listDeletedDocuments = route('GET', '/api/documents/deleted', landlords)
export const restoreDocument = route('POST', '/api/documents/:id/restore', landlords)
export const purgeDocument = route('DELETE', '/api/documents/deleted/:id', landlords)
