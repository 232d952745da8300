import type { Actor } from '@keyhold/kit/runtime/actor'

/** What is done for one landlord, and asked on their behalf. */
export const onBehalfOf = (landlordId: string): Actor => ({ role: 'service', name: 'ai', landlordId })
