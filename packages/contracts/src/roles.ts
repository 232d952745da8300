/** The three kinds of user. */
export const roles = ['landlord', 'tenant', 'super_admin'] as const
export type Role = (typeof roles)[number]

/** Who may call an endpoint: anyone, other services only, or users of the listed roles. */
export type Access = 'public' | 'service' | readonly Role[]

export const landlords = ['landlord', 'super_admin'] as const satisfies Access
export const tenants = ['tenant'] as const satisfies Access
export const everyone = ['landlord', 'tenant', 'super_admin'] as const satisfies Access
export const admins = ['super_admin'] as const satisfies Access
