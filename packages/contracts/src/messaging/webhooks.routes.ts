import { route } from '../route.ts'

export const twilioSms = route('POST', '/api/webhooks/twilio/sms', 'public')
export const twilioStatus = route('POST', '/api/webhooks/twilio/status', 'public')
