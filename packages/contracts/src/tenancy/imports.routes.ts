import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const createImport = route('POST', '/api/tenant-imports', landlords)
export const listImports = route('GET', '/api/tenant-imports', landlords)
export const getImport = route('GET', '/api/tenant-imports/:id', landlords)
export const listImportRows = route('GET', '/api/tenant-imports/:id/rows', landlords)
export const answerImport = route('POST', '/api/tenant-imports/:id/answers', landlords)
export const startImport = route('POST', '/api/tenant-imports/:id/start', landlords)
export const undoImport = route('POST', '/api/tenant-imports/:id/undo', landlords)
export const deleteImport = route('DELETE', '/api/tenant-imports/:id', landlords)
