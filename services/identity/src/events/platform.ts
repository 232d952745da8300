import { AdminActed } from '@keyhold/contracts/identity/admin-activity'
import { on } from '@keyhold/kit/messaging/handlers'
import { storeAction } from '../domain/admin/admin-log.ts'

export const platformEvents = [on(AdminActed, ({ event, data, tx }) => storeAction(tx, event.id, data))]
