import { route } from '../route.ts'
import { admins } from '../roles.ts'

export const listDatabases = route('GET', '/api/admin/databases', admins)
export const createDatabase = route('POST', '/api/admin/create-database', admins)
export const monitorDatabase = route('GET', '/api/admin/databases/:name/monitor', admins)
