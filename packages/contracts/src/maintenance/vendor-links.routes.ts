import { route } from '../route.ts'

// For the holder of a link, who has no account.
export const openWorkOrder = route('GET', '/api/work-orders/:token', 'public')
export const answerWorkOrder = route('POST', '/api/work-orders/:token/answer', 'public')
export const askAboutWorkOrder = route('POST', '/api/work-orders/:token/questions', 'public')
export const proposeWorkTime = route('POST', '/api/work-orders/:token/visits', 'public')
export const takeWorkTime = route('POST', '/api/work-orders/:token/visits/:visitId/choice', 'public')
export const addWorkPhoto = route('POST', '/api/work-orders/:token/photos', 'public')
export const workPhotoFile = route('GET', '/api/work-orders/:token/photos/:photoId/:size', 'public')
export const sendBill = route('POST', '/api/work-orders/:token/bills', 'public')
export const finishWork = route('POST', '/api/work-orders/:token/completion', 'public')
