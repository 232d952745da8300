import type { Actor } from '@keyhold/kit/runtime/actor'

/** Billing itself, on one landlord's rows. */
export const acting = (landlordId: string): Actor => ({ role: 'service', name: 'billing', landlordId })
