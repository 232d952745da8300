/** A charge that a receipt can pay. */
export interface OpenCharge {
  paymentId: string
  label: string
  dueDate: string
  /** What the receipt may pay of it. */
  open: number
}

/** Of each charge, by its id, what the receipt pays: as it was typed. */
export type Parts = Readonly<Record<string, string>>

const toCents = (text: string | number | undefined): number => {
  const amount = typeof text === 'string' ? Number(text.trim() || 0) : (text ?? 0)
  return Number.isFinite(amount) ? Math.round(amount * 100) : 0
}

const textOf = (cents: number): string => (cents > 0 ? String(cents / 100) : '')

/** Spreads an amount over charges in their order. */
export function spread(amount: string | number, charges: readonly OpenCharge[]): Parts {
  let left = toCents(amount)
  return Object.fromEntries(
    charges.map(({ paymentId, open }) => {
      const cents = Math.max(0, Math.min(left, toCents(open)))
      left -= cents
      return [paymentId, textOf(cents)]
    }),
  )
}

/** What is due by a day, or else the first charge: what a payment most likely is for. */
export function dueBy(charges: readonly OpenCharge[], day: string): OpenCharge[] {
  const due = charges.filter(({ dueDate }) => dueDate <= day)
  return due.length > 0 ? due : charges.slice(0, 1)
}

export const sumOf = (parts: Parts): number => Object.values(parts).reduce((sum, part) => sum + toCents(part), 0) / 100

/** What is left of an amount: below 0 where the parts are more than it. */
export const leftOf = (amount: string | number, parts: Parts): number => (toCents(amount) - toCents(sumOf(parts))) / 100

/** The parts as the server wants them. */
export const sharesOf = (parts: Parts): { paymentId: string; amount: number }[] =>
  Object.entries(parts).flatMap(([paymentId, part]) => {
    const cents = toCents(part)
    return cents > 0 ? [{ paymentId, amount: cents / 100 }] : []
  })

/** A part that exceeds what is open or is no amount. */
export function faultOf(part: string | undefined, open: number): 'exceeds' | 'noAmount' | null {
  if (!part?.trim()) return null
  const amount = Number(part)
  if (!Number.isFinite(amount) || amount < 0) return 'noAmount'
  return toCents(part) > toCents(open) ? 'exceeds' : null
}
