import type { Property } from '@keyhold/contracts/properties'
import { TenantForm, type Tenant } from '@keyhold/contracts/tenancy'
import type { z } from '@keyhold/contracts/zod'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { useZodForm } from '../form/use-zod-form.ts'

export type TenantInput = z.input<typeof TenantForm>
export type TenantValues = z.output<typeof TenantForm>

/** The dashboard asks for a phone number, too. */
const WithPhone = TenantForm.refine(({ phone }) => Boolean(phone), {
  path: ['phone'],
  message: 'Phone number is required',
  // Said along with everything else that is missing, not after it.
  when: () => true,
})

const textFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'dateOfBirth',
  'emergencyContactName',
  'emergencyContactPhone',
  'employerName',
] as const
const leaseFields = ['propertyId', 'unitId', 'leaseStartDate', 'leaseEndDate', 'monthlyRent', 'securityDeposit', 'monthlyIncome'] as const

function valuesOf(tenant: Tenant | undefined, propertyId: string | undefined): TenantInput {
  const filled = Object.fromEntries([...textFields, ...leaseFields].map((name) => [name, tenant?.[name] ?? '']))
  return { ...(filled as TenantInput), ...(tenant ? { isActive: tenant.isActive } : { propertyId: propertyId ?? '' }) }
}

export function useTenantForm({ tenant, propertyId, needsPhone }: { tenant?: Tenant; propertyId?: string; needsPhone?: boolean }) {
  return useZodForm(needsPhone ? WithPhone : TenantForm, { mode: 'onSubmit', defaultValues: valuesOf(tenant, propertyId) })
}

export type TenantFormApi = ReturnType<typeof useTenantForm>

/** Choosing a property fills in its rent and deposit, unless someone typed their own. */
export function usePrefilledTerms(form: TenantFormApi, properties: Property[], tenant: Tenant | undefined): void {
  const chosen = useWatch({ control: form.control, name: 'propertyId' })
  const property = properties.find(({ id }) => id === chosen)
  const { dirtyFields } = form.formState
  const isOwn = { monthlyRent: Boolean(dirtyFields.monthlyRent), securityDeposit: Boolean(dirtyFields.securityDeposit) }
  useEffect(() => {
    if (!property || tenant?.propertyId === property.id) return
    // Units belong to one property.
    form.setValue('unitId', '')
    if (!isOwn.monthlyRent) form.setValue('monthlyRent', property.monthlyRent)
    if (!isOwn.securityDeposit) form.setValue('securityDeposit', property.securityDeposit ?? '')
    // Only when another property is chosen: typing in the fields is no reason to fill them.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [property?.id])
}
