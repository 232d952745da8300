import { landlords } from '../roles.ts'
import { route } from '../route.ts'

export const getConversationSettings = route('GET', '/api/conversation-settings', landlords)
export const saveConversationSettings = route('PUT', '/api/conversation-settings', landlords)
export const listCannedReplies = route('GET', '/api/canned-replies', landlords)
export const createCannedReply = route('POST', '/api/canned-replies', landlords)
export const updateCannedReply = route('PUT', '/api/canned-replies/:id', landlords)
export const deleteCannedReply = route('DELETE', '/api/canned-replies/:id', landlords)
