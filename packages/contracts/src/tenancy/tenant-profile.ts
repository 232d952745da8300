import * as routes from './tenant-profile.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, id, money, optional } from '../scalars.ts'
import { z } from '../zod.ts'
import { personFields } from './person.ts'
import { Tenant } from './tenants.ts'

/** What a tenant tells the landlord about themselves. */
export const PersonalDetails = Tenant.pick({
  phone: true,
  dateOfBirth: true,
  emergencyContactName: true,
  emergencyContactPhone: true,
  employerName: true,
  monthlyIncome: true,
})
  .extend({ updatedAt: Tenant.shape.updatedAt })
  .meta({ id: 'PersonalDetails' })
export type PersonalDetails = z.output<typeof PersonalDetails>

const { phone, dateOfBirth, emergencyContactName, emergencyContactPhone, employerName, monthlyIncome } = personFields

/** Absent: unchanged. */
export const PersonalDetailsForm = z.object({
  phone,
  dateOfBirth,
  emergencyContactName,
  emergencyContactPhone,
  employerName,
  monthlyIncome,
})

export const personalDetails = endpoint(routes.personalDetails, {
  response: PersonalDetails,
  summary: 'What the tenant told the landlord about themselves',
})

/** The history of the tenant's record says that the tenant made the change. */
export const savePersonalDetails = endpoint(routes.savePersonalDetails, {
  body: PersonalDetailsForm,
  response: PersonalDetails,
  summary: 'Change what the landlord knows about oneself',
})

/** Who a tenant rents from, and how to reach them. */
export const TenantLandlord = z
  .object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })
  .meta({ id: 'TenantLandlord' })

export const ownLandlord = endpoint(routes.ownLandlord, {
  response: TenantLandlord,
  summary: "The landlord's name, e-mail address and phone number",
})

/** Who pays which part of a shared rent, as the tenants agreed. It names the parts only: the ledger stays one for all. */
export const RentShares = z
  .object({
    /** The rent in force today, for all. */
    monthlyRent: amount.nullable(),
    /** The present tenants. */
    shares: z.array(z.object({ tenantId: id, name: z.string(), share: amount.nullable() })),
  })
  .meta({ id: 'RentShares' })

export const RentSharesForm = z.object({
  shares: z
    .array(z.object({ tenantId: id, share: optional(money(0, 'Share must be a valid number')) }))
    .max(50)
    .default([]),
})

export const rentShares = endpoint(routes.rentShares, {
  response: RentShares,
  summary: 'Which part of the rent each tenant of a tenancy pays',
})

/** Tenants left out keep their share. 400 where the shares are more than the rent. */
export const saveRentShares = endpoint(routes.saveRentShares, {
  body: RentSharesForm,
  response: RentShares,
  summary: 'Say which part of the rent each tenant pays',
})
