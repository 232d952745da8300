import type { Actor } from '@keyhold/kit/runtime/actor'

/** Messaging keeps no landlord's records: what it does, it does as itself. */
export const messaging: Actor = { role: 'service', name: 'messaging', landlordId: null }

/** Asking another service on behalf of one landlord. */
export const onBehalfOf = (landlordId: string): Actor => ({ role: 'service', name: 'messaging', landlordId })
