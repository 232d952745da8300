import { route } from '../route.ts'

export const documentContent = route('GET', '/internal/documents/:id/content', 'service')
