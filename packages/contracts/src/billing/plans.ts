// Data without schemas, so that public pages can show it without zod.
export const planIds = ['free', 'basic', 'professional', 'enterprise'] as const

export type PlanId = (typeof planIds)[number]

/** Plans with prices in dollars and property limits. `maxProperties` null: unlimited. */
export const plans = [
  {
    id: 'basic',
    name: 'Basic',
    marketingName: 'Starter',
    monthly: 29,
    yearly: 299,
    maxProperties: 5,
    popular: false,
    features: ['Up to 5 properties', '2GB document storage', 'Email support'],
  },
  {
    id: 'professional',
    name: 'Professional',
    marketingName: 'Professional',
    monthly: 79,
    yearly: 799,
    maxProperties: 25,
    popular: true,
    features: [
      'Up to 25 properties',
      'AI tenant screening',
      'AI chat assistant',
      'Market pricing insights',
      'Advanced reporting',
      '500 SMS per month',
    ],
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    marketingName: 'Enterprise',
    monthly: 199,
    yearly: 1999,
    maxProperties: null,
    popular: false,
    features: [
      'Unlimited properties',
      'Multi-tenant database isolation',
      'Custom tenant portals',
      'White-label options',
      'Unlimited SMS',
      'Dedicated account manager',
    ],
  },
] as const satisfies readonly {
  id: PlanId
  name: string
  marketingName: string
  monthly: number
  yearly: number
  maxProperties: number | null
  popular: boolean
  features: readonly string[]
}[]

/** Texts in a month by plan, and gigabytes of documents; null: unlimited. The plan's own card says them where the specification does. */
export const textsPerMonth: Record<PlanId, number | null> = {
  free: 20,
  basic: 100,
  professional: 500,
  enterprise: null,
}
export const documentGigabytes: Record<PlanId, number> = { free: 0.5, basic: 2, professional: 20, enterprise: 100 }
/** Until the landlord has proved the e-mail address. */
export const unprovedGigabytes = 0.2

/** Features of the plans that are not built yet; marked wherever a plan is shown. */
export const unbuiltFeatures: readonly string[] = ['Market pricing insights', 'Multi-tenant database isolation']

export const trialDays = 14

export const defaultMaxProperties = 5

export const intervals = ['month', 'year'] as const

export type Interval = (typeof intervals)[number]

/** Plans that can be bought. */
export const boughtPlans = ['basic', 'professional', 'enterprise'] as const

export type BoughtPlan = (typeof boughtPlans)[number]
