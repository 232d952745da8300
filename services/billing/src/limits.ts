// Numbers of billing that are a choice. Nothing but numbers, with their units in their names.

/** How long an unpaid first payment, or the payment of a plan change, can be made (Stripe's own limit). */
export const paymentWindowHours = 23
/** Days after the due date on which the simulated provider tries a failed renewal again (Stripe's default schedule). */
export const renewalRetryDays = [3, 8, 15]
/** A webhook event is remembered for this long; Stripe repeats one for three days. */
export const webhookEventDays = 60
/** How often a webhook is answered anew while other answers overtake it. */
export const webhookAttempts = 5
/** How long past its renewal date a subscription that the provider does not know still counts: a wrong API key can be put right in that time. */
export const unknownSubscriptionDays = 3
/** The gateway gives a request 20 seconds. */
export const stripeTimeoutMs = 8_000
export const stripeRetries = 1
export const reconcileBatchSize = 200
export const endedTrialBatchSize = 500
