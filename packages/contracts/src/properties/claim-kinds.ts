/** What can have nights of a unit: a tenancy, a guest's booking, a guest's unpaid hold, the landlord's block, an entry of a channel's feed. */
export const claimKinds = ['lease', 'booking', 'hold', 'block', 'feed'] as const

export type ClaimKind = (typeof claimKinds)[number]
