export interface OpenCharge {
  id: string
  /** Open amount in cents. */
  open: number
}

export interface Share {
  chargeId: string
  cents: number
  /** The share pays the charge in full. */
  paysOff: boolean
}

/** Allocates `cents` to the charges in order, each up to its open amount. `remainder` is left as the tenant's credit. */
export function allocate(cents: number, charges: OpenCharge[]): { shares: Share[]; remainder: number } {
  const shares: Share[] = []
  let remainder = cents
  for (const { id, open } of charges) {
    const part = Math.min(remainder, open)
    if (part <= 0) continue
    shares.push({ chargeId: id, cents: part, paysOff: part === open })
    remainder -= part
  }
  return { shares, remainder }
}
