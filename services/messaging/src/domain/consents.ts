import type { Tx } from '@keyhold/kit/database/database'
import { consent } from '../schema/consents.ts'

/** What consent to texts rests on until somebody answers STOP (contract). */
export const givenForTenancy = {
  sms: 'Phone number given for the tenancy',
  email: 'Email address given for the tenancy',
} as const

interface Given {
  landlordId: string
  tenantId: string
  email: string
  phone: string | null
}

/** Records the addresses that tenants' records name, each once. */
export async function recordGiven(tx: Tx, tenants: readonly Given[], at: string): Promise<void> {
  const rows = tenants.flatMap(({ landlordId, tenantId, email, phone }) =>
    (
      [
        ['sms', phone],
        ['email', email],
      ] as const
    ).flatMap(([channel, address]) =>
      address
        ? [
            {
              landlordId,
              tenantId,
              kind: 'given' as const,
              channel,
              address,
              source: givenForTenancy[channel],
              createdAt: at,
            },
          ]
        : [],
    ),
  )
  if (rows.length > 0) await tx.insert(consent).values(rows).onConflictDoNothing()
}
