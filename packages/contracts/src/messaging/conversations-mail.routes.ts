import { route } from '../route.ts'

export const receiveMail = route('POST', '/api/webhooks/mail', 'public')
