import type { AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import { AdminSubscriptionForm } from '@keyhold/contracts/billing/admin-subscriptions'
import { defaultMaxProperties, planIds, plans, type PlanId } from '@keyhold/contracts/billing/plans'
import { subscriptionStatuses } from '@keyhold/contracts/billing/subscriptions'
import { z } from '@keyhold/contracts/zod'
import { words } from '~/lib/format.ts'

export const planOptions = planIds.map((value) => ({
  value,
  label: words(value),
}))
export const statusOptions = subscriptionStatuses.map((value) => ({ value, label: words(value) }))

/** How many properties a plan comes with; null: any number. */
export const capOf = (plan: PlanId): number | null => {
  const bought = plans.find(({ id }) => id === plan)
  return bought ? bought.maxProperties : defaultMaxProperties
}

/** What the dialog asks: the contract's form, with "unlimited" as a box to tick and the trial's end as a day. */
export const SubscriptionFields = z
  .object({
    subscriptionPlan: z.enum(planIds, 'Choose a plan'),
    subscriptionStatus: AdminSubscriptionForm.shape.subscriptionStatus,
    isUnlimited: z.boolean(),
    maxProperties: z.union([z.string(), z.number()]),
    trialEndDate: z.string(),
  })
  .superRefine(({ isUnlimited, maxProperties, subscriptionStatus, trialEndDate }, context) => {
    const limit = AdminSubscriptionForm.shape.maxProperties.unwrap().safeParse(maxProperties)
    if (!isUnlimited && !limit.success)
      context.addIssue({ code: 'custom', path: ['maxProperties'], message: limit.error.issues[0]!.message })
    if (subscriptionStatus === 'trial' && !trialEndDate)
      context.addIssue({ code: 'custom', path: ['trialEndDate'], message: 'Choose the day the trial ends' })
  })
export type SubscriptionTyped = z.output<typeof SubscriptionFields>

/** The calendar day of an instant in the reader's zone, as a date input holds it. */
const dayIn = (instant: string | null): string => {
  if (!instant) return ''
  const at = new Date(instant)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
}

export const fieldsOf = ({
  subscriptionPlan,
  subscriptionStatus,
  maxProperties,
  trialEndDate,
}: AdminLandlord): SubscriptionTyped => ({
  subscriptionPlan: planIds.find((id) => id === subscriptionPlan) ?? 'free',
  subscriptionStatus: subscriptionStatuses.find((status) => status === subscriptionStatus) ?? 'trial',
  isUnlimited: maxProperties === null,
  maxProperties: maxProperties ?? '',
  trialEndDate: dayIn(trialEndDate),
})

/** What is sent. The trial's end goes along only where it was changed: to the end of that day in the reader's zone. */
export function changesOf(typed: SubscriptionTyped, landlord: AdminLandlord): z.input<typeof AdminSubscriptionForm> {
  const { subscriptionPlan, subscriptionStatus, isUnlimited, maxProperties, trialEndDate } = typed
  const isNewEnd = trialEndDate !== '' && trialEndDate !== dayIn(landlord.trialEndDate)
  return {
    userId: landlord.id,
    subscriptionPlan,
    subscriptionStatus,
    maxProperties: isUnlimited ? null : Number(maxProperties),
    ...(isNewEnd ? { trialEndDate: new Date(`${trialEndDate}T23:59:59`).toISOString() } : {}),
  }
}
