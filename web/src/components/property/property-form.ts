import type { Property } from '@keyhold/contracts/properties/properties'
import { PropertyForm } from '@keyhold/contracts/properties/property-forms'
import { z } from '@keyhold/contracts/zod'
import { useMemo } from 'react'
import { useZodForm } from '~/components/form/use-zod-form.ts'

export type PropertyInput = z.input<typeof PropertyForm>
export type PropertyValues = z.output<typeof PropertyForm>

const places = ['city', 'state', 'zipCode'] as const

/** The parts of the address that the dashboard's quick add left open. They may stay so. */
export const openPlacesOf = (property: Property | undefined) => places.filter((place) => property && !property[place])

/** The contract's form; when editing, an empty rent leaves it unchanged, and what was left open is not sent. */
function schemaFor(property: Property | undefined): typeof PropertyForm {
  const open = openPlacesOf(property).map((place) => [
    place,
    z.preprocess((value) => (value === '' ? undefined : value), PropertyForm.shape[place].optional()),
  ])
  return PropertyForm.extend({
    ...(Object.fromEntries(open) as Partial<typeof PropertyForm.shape>),
    monthlyRent: z.preprocess(
      (value) => (value === '' && property ? property.monthlyRent : value),
      PropertyForm.shape.monthlyRent,
    ),
  }) as unknown as typeof PropertyForm
}

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

/** Checked while typing (spec 1 §5), and when a field is left. */
export function usePropertyForm(property: Property | undefined) {
  const schema = useMemo(() => schemaFor(property), [property])
  return useZodForm(schema, { mode: 'all', defaultValues: valuesOf(property) })
}

export type PropertyFormApi = ReturnType<typeof usePropertyForm>
