import type { Property } from '@keyhold/contracts/properties/properties'
import { TenantForm, type Tenant } from '@keyhold/contracts/tenancy/tenants'
import type { Unit } from '@keyhold/contracts/properties/units'
import type { z } from '@keyhold/contracts/zod'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useZodForm } from '../form/use-zod-form.ts'

export type TenantInput = z.input<typeof TenantForm>
export type TenantValues = z.output<typeof TenantForm>

/** The dashboard asks for a phone number, too. */
const WithPhone = TenantForm.refine(({ phone }) => Boolean(phone), {
  path: ['phone'],
  message: 'Phone number is required',
  // Reported together with all other errors, not after them.
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
const leaseFields = [
  'propertyId',
  'unitId',
  'leaseStartDate',
  'leaseEndDate',
  'monthlyRent',
  'securityDeposit',
  'monthlyIncome',
] as const

/** The preselected home of a new tenant. */
export interface Home {
  propertyId?: string | undefined
  unitId?: string | undefined
}

function valuesOf(tenant: Tenant | undefined, { propertyId = '', unitId = '' }: Home, comesBack: boolean): TenantInput {
  const filled = Object.fromEntries([...textFields, ...leaseFields].map((name) => [name, tenant?.[name] ?? '']))
  return {
    ...(filled as TenantInput),
    dueDay: '',
    proration: 'none',
    billFrom: '',
    ...(tenant ? { isActive: tenant.isActive || comesBack } : { propertyId, unitId }),
  }
}

interface Formed {
  tenant?: Tenant
  home?: Home
  needsPhone?: boolean
  /** With the "Active tenant" switch on. */
  comesBack?: boolean
}

export function useTenantForm({ tenant, home = {}, needsPhone, comesBack = false }: Formed) {
  return useZodForm(needsPhone ? WithPhone : TenantForm, {
    defaultValues: valuesOf(tenant, home, comesBack),
  })
}

export type TenantFormApi = ReturnType<typeof useTenantForm>

/** Choosing a home fills in its rent and deposit, unless they were typed; among several units the first vacant one is preselected. */
export function usePrefilledHome(
  form: TenantFormApi,
  properties: Property[],
  units: readonly Unit[],
  tenant: Tenant | undefined,
): void {
  const [propertyId, unitId] = useWatch({ control: form.control, name: ['propertyId', 'unitId'] })
  const property = properties.find(({ id }) => id === propertyId)
  const unit = units.find(({ id }) => id === unitId)
  const { dirtyFields } = form.formState
  const isOwn = { monthlyRent: Boolean(dirtyFields.monthlyRent), securityDeposit: Boolean(dirtyFields.securityDeposit) }
  const last = useRef(propertyId)
  useEffect(() => {
    // Units belong to one property.
    if (last.current !== propertyId) form.setValue('unitId', '')
    last.current = propertyId
    if (units.length < 2 || unit) return
    form.setValue('unitId', (units.find(({ isOccupied }) => !isOccupied) ?? units[0]!).id)
  }, [form, propertyId, units, unit])
  const fillIn = useEffectEvent((homeId: string | undefined, homeUnitId: string | undefined) => {
    const home = properties.find(({ id }) => id === homeId)
    if (!home || tenant?.propertyId === home.id) return
    const chosen = units.find(({ id }) => id === homeUnitId)
    // The property's deposit is that of its first unit.
    const deposit = !chosen || chosen.isFirst ? home.securityDeposit : null
    if (!isOwn.monthlyRent) form.setValue('monthlyRent', chosen?.marketRent ?? home.monthlyRent)
    if (!isOwn.securityDeposit) form.setValue('securityDeposit', deposit ?? '')
  })
  // Only when another home is chosen, not when the fields are edited.
  useEffect(() => fillIn(property?.id, unit?.id), [property?.id, unit?.id])
}

/** A field's value can be anything until the form is validated. */
export const idOf = (value: unknown): string => (typeof value === 'string' ? value : '')
