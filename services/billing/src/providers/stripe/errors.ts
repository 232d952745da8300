import { Refusal, refuse } from '@keyhold/kit/http/problem'

interface StripeFault {
  type?: unknown
  code?: unknown
  param?: unknown
  message: string
}

const faultOf = (error: unknown): StripeFault | null =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe')
    ? error
    : null

/** Stripe has nothing by this id; with `param`, by the id in that field. */
export function isMissing(error: unknown, param?: string): boolean {
  const fault = faultOf(error)
  return fault?.code === 'resource_missing' && (param === undefined || fault.param === param)
}

/** Stripe understood the request but the object is no longer in a state that allows it. */
export const isRefused = (error: unknown) => faultOf(error)?.type === 'StripeInvalidRequestError'

/** Runs calls to Stripe and turns its errors into refusals that a person can read. */
export async function callStripe<T>(calls: () => Promise<T>): Promise<T> {
  try {
    return await calls()
  } catch (error) {
    if (error instanceof Refusal) throw error
    const fault = faultOf(error)
    switch (fault?.type) {
      case 'StripeCardError':
        return refuse('card-declined', fault.message, { cause: error })
      case 'StripeConnectionError':
      case 'StripeAPIError':
      case 'StripeRateLimitError':
        return refuse(
          'unavailable',
          'Our card payment provider is not responding right now. Please try again in a moment.',
          { retryAfter: 5, cause: error },
        )
      case 'StripeAuthenticationError':
      case 'StripePermissionError':
        return refuse('unavailable', 'Card payments are not set up correctly on our side. Please try again later.', {
          retryAfter: 60,
          cause: error,
        })
      case 'StripeIdempotencyError':
        return refuse('conflict', 'The same request is being processed. Please try again in a moment.', {
          cause: error,
        })
      default:
        throw error
    }
  }
}

/** @throws Refusal always */
export const refuseUnknownSubscription = (): never =>
  refuse('not-subscribed', 'Your subscription was not found at our card payment provider. Please choose a plan.')
