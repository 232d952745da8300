export interface OpenCharge {
  id: string
  /** What is open on it, in cents. */
  open: number
}

export interface Share {
  chargeId: string
  cents: number
  /** Nothing is open on the charge any more. */
  paysOff: boolean
}

/** Spreads `cents` over the charges in their order, each up to what is open on it. `rest` is what no charge takes: the tenant's credit. */
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
