import { route } from '../route.ts'

export const conversationForAssistant = route('GET', '/internal/conversations/:id/assistant', 'service')
export const postAssistantReply = route('POST', '/internal/conversations/:id/assistant', 'service')
