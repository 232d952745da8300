import { route } from '../route.ts'

export const listRequestSnapshots = route('GET', '/internal/request-snapshots', 'service')
