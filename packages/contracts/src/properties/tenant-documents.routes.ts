import { route } from '../route.ts'

export const tenantDocumentTexts = route('GET', '/internal/tenants/:id/document-texts', 'service')
