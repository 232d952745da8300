import { route } from '../route.ts'

export const storeAttachment = route('POST', '/internal/attachments', 'service')
