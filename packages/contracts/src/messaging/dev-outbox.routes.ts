import { route } from '../route.ts'

export const devOutbox = route('GET', '/internal/dev-outbox', 'service')
export const devOutboxFile = route('GET', '/internal/dev-outbox/:id/file', 'service')
export const devReply = route('POST', '/internal/dev-outbox/replies', 'service')
