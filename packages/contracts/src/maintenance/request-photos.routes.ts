import { route } from '../route.ts'
import { everyone, landlords, tenants } from '../roles.ts'

export const addRequestPhoto = route('POST', '/api/maintenance-requests/:id/photos', landlords)
export const addTenantRequestPhoto = route('POST', '/api/tenant/maintenance-requests/:id/photos', tenants)
export const listRequestPhotos = route('GET', '/api/maintenance-requests/:id/photos', everyone)
export const deleteRequestPhoto = route('DELETE', '/api/maintenance-requests/:id/photos/:photoId', landlords)
export const requestPhotoFile = route('GET', '/api/maintenance-photos/:id/:size', everyone)
