import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const listReminderRules = route('GET', '/api/reminder-rules', landlords)
export const createReminderRule = route('POST', '/api/reminder-rules', landlords)
export const updateReminderRule = route('PUT', '/api/reminder-rules/:id', landlords)
export const deleteReminderRule = route('DELETE', '/api/reminder-rules/:id', landlords)
export const previewReminder = route('POST', '/api/reminder-rules/:id/preview', landlords)
export const testReminder = route('POST', '/api/reminder-rules/:id/test', landlords)
export const listReminderLog = route('GET', '/api/reminder-rules/:id/log', landlords)
