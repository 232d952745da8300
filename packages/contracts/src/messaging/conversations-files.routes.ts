import { everyone } from '../roles.ts'
import { route } from '../route.ts'

export const addConversationFile = route('POST', '/api/conversation-files', everyone)
export const conversationFile = route('GET', '/api/conversation-files/:id/:size', everyone)
