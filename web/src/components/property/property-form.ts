import type { Property } from '@keyhold/contracts/properties/properties'
import { PropertyForm } from '@keyhold/contracts/properties/property-forms'
import { z } from '@keyhold/contracts/zod'
import { useMemo } from 'react'
import { useZodForm } from '~/components/form/use-zod-form.ts'

export type PropertyInput = z.input<typeof PropertyForm>
export type PropertyValues = z.output<typeof PropertyForm>

/** The contract's form; when editing, an empty rent leaves it unchanged. */
const schemaFor = (rent: number | undefined) =>
  PropertyForm.extend({
    monthlyRent: z.preprocess(
      (value) => (value === '' && rent !== undefined ? rent : value),
      PropertyForm.shape.monthlyRent,
    ),
  })

const valuesOf = (property: Property | undefined): PropertyInput => ({
  name: property?.name ?? '',
  propertyType: property?.propertyType ?? 'apartment',
  address: property?.address ?? '',
  city: property?.city ?? '',
  state: property?.state ?? '',
  zipCode: property?.zipCode ?? '',
  bedrooms: property?.bedrooms ?? '',
  bathrooms: property?.bathrooms ?? '',
  squareFeet: property?.squareFeet ?? '',
  monthlyRent: property?.monthlyRent ?? '',
  securityDeposit: property?.securityDeposit ?? '',
  description: property?.description ?? '',
  amenities: property?.amenities ?? [],
  images: property?.images ?? [],
  isOccupied: property?.isOccupied ?? false,
})

/** Checked while typing (spec 1 §5). */
export function usePropertyForm(property: Property | undefined) {
  const rent = property?.monthlyRent
  const schema = useMemo(() => schemaFor(rent), [rent])
  return useZodForm(schema, { mode: 'onChange', defaultValues: valuesOf(property) })
}

export type PropertyFormApi = ReturnType<typeof usePropertyForm>
