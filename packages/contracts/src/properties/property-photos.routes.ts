import { route } from '../route.ts'
import { everyone, landlords } from '../roles.ts'

export const listPhotos = route('GET', '/api/properties/:id/photos', landlords)
export const addPhoto = route('POST', '/api/properties/:id/photos', landlords)
export const orderPhotos = route('PUT', '/api/properties/:id/photos', landlords)
export const deletePhoto = route('DELETE', '/api/properties/:id/photos/:photoId', landlords)
export const photoFile = route('GET', '/api/photos/:id/:size', everyone)
