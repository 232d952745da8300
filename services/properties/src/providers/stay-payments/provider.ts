/** A card as it was typed; only the simulated provider ever sees one. */
export interface TestCard {
  cardNumber: string
}

/** Takes payments of guests for a landlord and gives them back. All amounts are whole cents. */
export interface StayPayments {
  name: 'test' | 'stripe'
  isTest: boolean
  /** Why this landlord's guests cannot pay by card; null where they can. */
  refusalFor(landlordId: string): Promise<string | null>
  /** Charges a simulated card. The same `key` charges once. @throws Refusal 402 where it is declined, 503 where cards are not simulated */
  payWithTestCard(charge: { key: string; cents: number; card: TestCard }): Promise<{ providerRef: string }>
  /** Gives money back. The same `refundId` does so once. */
  refund(refund: { refundId: string; providerRef: string; cents: number; landlordId: string }): Promise<void>
}
