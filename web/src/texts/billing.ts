// Messages about subscriptions (spec 1 §5, §8).
import { money } from '~/lib/format.ts'

/** No client secret came; the pricing page follows. */
export const noPaymentInformation = {
  title: 'Subscription Error',
  description: 'No payment information returned from server. Please try again.',
} as const
/** Shown if the error has no message of its own; the pricing page follows. */
export const subscriptionNotStarted = 'Failed to initialize subscription. Please try again.'

/** The provider's message follows. */
export const paymentFailed = 'Payment Failed'
export const paymentSuccessful = {
  title: 'Payment Successful',
  description: 'Welcome to the product! You are now subscribed.',
} as const

export const confirmSubscriptionReset =
  'Are you sure you want to reset your subscription? This will cancel any existing subscription.'
/** Follows a question that ends a subscription. */
export const keepsCredit = (credit: number): string =>
  credit > 0 ? ` Your credit of ${money(credit)} stays on your account and is applied to your next plan.` : ''
export const subscriptionReset = { title: 'Success', description: 'Subscription has been reset successfully' } as const
export const subscriptionNotReset = (message: string) => ({
  title: 'Error',
  description: `Failed to reset subscription: ${message}`,
})
