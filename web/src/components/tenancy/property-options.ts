import type { Property } from '@keyhold/contracts/properties/properties'
import { usePropertyChoices } from '~/api/properties.ts'
import { headlineMoney } from '~/lib/format.ts'

const optionOf = ({ id, name, monthlyRent, isOccupied }: Property) => ({
  value: id,
  label: name,
  hint: `${headlineMoney(monthlyRent)}/month · ${isOccupied ? 'Occupied' : 'Vacant'}`,
})

/** The landlord's properties as options that say what they cost and whether someone lives there. */
export function usePropertyOptions() {
  const { properties, isLoading } = usePropertyChoices()
  return { properties, options: properties.map(optionOf), isLoading }
}
