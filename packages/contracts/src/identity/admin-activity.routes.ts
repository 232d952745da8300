import { route } from '../route.ts'
import { admins } from '../roles.ts'

export const backupStatus = route('GET', '/api/admin/backup', admins)
export const listActivity = route('GET', '/api/admin/activity-log', admins)
