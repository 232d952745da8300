import { route } from '../route.ts'
import { everyone, landlords, tenants } from '../roles.ts'

export const listDocuments = route('GET', '/api/documents', everyone)
export const documentSummary = route('GET', '/api/documents/summary', everyone)
export const getDocument = route('GET', '/api/documents/:id', everyone)
export const uploadDocument = route('POST', '/api/documents/upload', landlords)
export const uploadTenantDocument = route('POST', '/api/tenant/documents', tenants)
export const updateDocument = route('PUT', '/api/documents/:id', landlords)
export const deleteDocument = route('DELETE', '/api/documents/:id', landlords)
export const analyseDocument = route('POST', '/api/documents/:id/analyse', landlords)
export const documentFile = route('GET', '/api/documents/:id/file', everyone)
