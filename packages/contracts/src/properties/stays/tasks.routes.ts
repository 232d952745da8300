import { landlords } from '../../roles.ts'
import { route } from '../../route.ts'

export const listTasks = route('GET', '/api/short-term-tasks', landlords)
export const createTask = route('POST', '/api/short-term-tasks', landlords)
export const updateTask = route('PUT', '/api/short-term-tasks/:id', landlords)
export const taskAttention = route('GET', '/internal/short-term-task-attention', 'service')

export const listTurnoverRules = route('GET', '/api/turnover-rules', landlords)
export const createTurnoverRule = route('POST', '/api/turnover-rules', landlords)
export const updateTurnoverRule = route('PUT', '/api/turnover-rules/:id', landlords)
export const deleteTurnoverRule = route('DELETE', '/api/turnover-rules/:id', landlords)
