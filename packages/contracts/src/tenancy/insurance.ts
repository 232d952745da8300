import * as routes from './insurance.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import {
  amount,
  calendarDate,
  flag,
  id,
  instant,
  line,
  money,
  optional,
  pageQuery,
  requiredDate,
  snapshotQuery,
} from '../scalars.ts'
import { z } from '../zod.ts'

/** A policy that ends within so many days is marked as expiring. */
export const expiringDays = 30

/** `missing`: required and not given; `none`: neither. `too_low`: below the coverage that the landlord requires. */
export const insuranceStatuses = ['none', 'missing', 'upcoming', 'active', 'too_low', 'expiring', 'expired'] as const

const Policy = z.object({
  insurer: z.string(),
  policyNumber: z.string(),
  /** Liability cover in dollars. */
  coverage: amount,
  effectiveDate: calendarDate,
  expiryDate: calendarDate,
  /** The uploaded proof, among the tenant's documents. */
  documentId: id.nullable(),
  updatedAt: instant,
})

/** The tenant's renters insurance, judged on today's date at the property. */
export const RentersInsurance = z
  .object({
    policy: Policy.nullable(),
    status: z.enum(insuranceStatuses),
    /** Until the policy ends; negative after it. */
    daysLeft: z.int().nullable(),
    isRequired: z.boolean(),
    minimumCoverage: amount.nullable(),
  })
  .meta({ id: 'RentersInsurance' })
export type RentersInsurance = z.output<typeof RentersInsurance>

export const InsuranceForm = z
  .object({
    insurer: line(120, 'Insurer is required'),
    policyNumber: line(60, 'Policy number is required'),
    coverage: money(1, 'Coverage must be a valid positive number'),
    effectiveDate: requiredDate('Effective date is required'),
    expiryDate: requiredDate('Expiry date is required'),
    documentId: optional(id),
  })
  .refine(({ effectiveDate, expiryDate }) => expiryDate > effectiveDate, {
    path: ['expiryDate'],
    message: 'The policy must expire after it takes effect',
  })

export const ownInsurance = endpoint(routes.ownInsurance, {
  response: RentersInsurance,
  summary: "The tenant's renters insurance, and whether the landlord requires it",
})

/** 404 for a document that is not among the tenant's own. */
export const saveOwnInsurance = endpoint(routes.saveOwnInsurance, {
  body: InsuranceForm,
  response: RentersInsurance,
  summary: 'Enter or renew the renters insurance',
})

export const tenantInsurance = endpoint(routes.tenantInsurance, {
  response: RentersInsurance,
  summary: "A tenant's renters insurance",
})

/** What a landlord has to see to: nothing given where it is required, too little, or over. */
export const insuranceProblems = ['missing', 'expired', 'too_low', 'expiring'] as const

/** A present tenant with the state of their insurance. */
export const InsuredTenant = z
  .object({
    tenantId: id,
    name: z.string(),
    propertyName: z.string().nullable(),
    status: z.enum(insuranceStatuses),
    insurer: z.string().nullable(),
    expiryDate: calendarDate.nullable(),
    hasProof: z.boolean(),
  })
  .meta({ id: 'InsuredTenant' })
export type InsuredTenant = z.output<typeof InsuredTenant>

export const listInsurance = endpoint(routes.listInsurance, {
  query: pageQuery.extend({
    /** `problems`: missing, over, ending or too low; `no_proof`: no policy, or one without its document. */
    show: z.enum(['problems', 'no_proof', 'all']).default('problems'),
  }),
  response: z.array(InsuredTenant),
  paged: true,
  summary: 'Renters insurance of all present tenants, by name',
})

/** For reminders: the policies of present tenants. */
export const listPolicies = endpoint(routes.listPolicies, {
  query: snapshotQuery,
  response: z.array(z.object({ tenantId: id, insurer: z.string(), expiryDate: calendarDate })),
  summary: "The insurance policies of a landlord's present tenants",
})

export const InsuranceRequirement = z
  .object({ isRequired: z.boolean(), minimumCoverage: amount.nullable() })
  .meta({ id: 'InsuranceRequirement' })

export const insuranceRequirement = endpoint(routes.insuranceRequirement, {
  response: InsuranceRequirement,
  summary: "Whether a property's tenants need renters insurance",
})

export const InsuranceRequirementForm = z.object({
  isRequired: flag,
  minimumCoverage: optional(money(1, 'Coverage must be a valid positive number')),
})

export const saveInsuranceRequirement = endpoint(routes.saveInsuranceRequirement, {
  body: InsuranceRequirementForm,
  response: InsuranceRequirement,
  summary: "Require renters insurance of a property's tenants, or no longer",
})

/** The tenant entered or renewed it. */
export const InsuranceChanged = event({
  type: 'tenancy.insurance.changed',
  version: 1,
  subject: 'tenantId',
  data: z.object({
    tenantId: id,
    landlordId: id,
    insurer: z.string(),
    effectiveDate: calendarDate,
    expiryDate: calendarDate,
  }),
})
