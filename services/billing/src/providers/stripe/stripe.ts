import { refuse } from '@keyhold/kit/http/problem'
import type { Stripe } from 'stripe'
import type { StripeSettings } from '../../config.ts'
import type { Provider, ProviderInvoice } from '../provider.ts'
import { cancelNow, cancelUnpaid, setCancelAtPeriodEnd } from './cancel.ts'
import { changePlan, previewChange } from './change-plan.ts'
import { findSubscription, type StripeContext, stripeContext } from './client.ts'
import { createSubscription } from './create-subscription.ts'
import { callStripe, isMissing } from './errors.ts'
import { creditOf, toInvoice } from './state.ts'

export interface StripeProvider extends Provider {
  /** The event, if Stripe signed this exact text within the last five minutes. @throws Refusal 403 otherwise */
  readEvent(text: string, signature: string | undefined, now: Date): Promise<Stripe.Event>
}

/** Card payments by Stripe, through its SDK. */
export function connectStripe(settings: StripeSettings): StripeProvider {
  const context = stripeContext(settings)
  return {
    name: 'stripe',
    publishableKey: settings.publishableKey,
    createSubscription: (order) => callStripe(async () => context.toState(await createSubscription(context, order))),
    findCredit: (_landlordId, customerId) => callStripe(() => findCredit(context, customerId)),
    findSubscription: ({ subscriptionId }) =>
      callStripe(async () => {
        const found = await findSubscription(context, subscriptionId)
        return found && context.toState(found)
      }),
    previewChange: ({ subscriptionId }, choice) => callStripe(() => previewChange(context, subscriptionId, choice)),
    changePlan: ({ subscriptionId }, choice) => callStripe(() => changePlan(context, subscriptionId, choice)),
    setCancelAtPeriodEnd: ({ subscriptionId }, value) =>
      callStripe(() => setCancelAtPeriodEnd(context, subscriptionId, value)),
    cancelNow: ({ subscriptionId }) => callStripe(() => cancelNow(context, subscriptionId)),
    cancelUnpaid: ({ subscriptionId }) => callStripe(() => cancelUnpaid(context, subscriptionId)),
    findInvoice: (_ref, invoiceId) => callStripe(() => findInvoice(context, invoiceId)),

    async readEvent(text, signature, now) {
      const { webhooks } = await context.client()
      try {
        return await webhooks.constructEventAsync(
          text,
          signature ?? '',
          settings.webhookSecret,
          undefined,
          undefined,
          now.getTime(),
        )
      } catch (error) {
        return refuse('invalid-signature', 'The signature of this webhook is not valid.', { cause: error })
      }
    },
  }
}

async function findCredit({ client }: StripeContext, customerId: string | null): Promise<number> {
  if (customerId === null) return 0
  const stripe = await client()
  return stripe.customers.retrieve(customerId).then(creditOf, (error: unknown) => {
    if (isMissing(error)) return 0
    throw error
  })
}

async function findInvoice({ client }: StripeContext, id: string): Promise<ProviderInvoice | null> {
  const stripe = await client()
  return stripe.invoices.retrieve(id).then(toInvoice, (error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
}
