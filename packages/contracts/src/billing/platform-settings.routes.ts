import { route } from '../route.ts'
import { admins } from '../roles.ts'

export const platformSettings = route('GET', '/api/admin/settings', admins)
export const changePlatformSettings = route('PUT', '/api/admin/settings', admins)
