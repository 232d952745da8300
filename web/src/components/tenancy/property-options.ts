import type { Property } from '@keyhold/contracts/properties/properties'
import type { Unit } from '@keyhold/contracts/properties/units'
import { usePropertyChoices } from '~/api/properties.ts'
import { headlineMoney } from '~/lib/format.ts'

const optionOf = ({ id, name, monthlyRent, isOccupied }: Property) => ({
  value: id,
  label: name,
  hint: `${headlineMoney(monthlyRent)}/month · ${isOccupied ? 'Occupied' : 'Vacant'}`,
})

export const unitOptionOf = ({ id, name, isOccupied, marketRent }: Unit) => ({
  value: id,
  label: name,
  hint: [isOccupied ? 'Occupied' : 'Vacant', marketRent !== null && `${headlineMoney(marketRent)}/month`]
    .filter(Boolean)
    .join(' · '),
})

/** The landlord's properties as options that say what they cost and whether someone lives there. */
export function usePropertyOptions() {
  const { properties, isLoading } = usePropertyChoices()
  return { properties, options: properties.map(optionOf), isLoading }
}
