import type { Property } from '@keyhold/contracts/properties/properties'
import { number, plural, words } from '~/lib/format.ts'

/** "Apartment · 2 bedrooms · 1.5 bathrooms · 900 sq ft", without missing parts. */
export const factsOf = ({ propertyType, bedrooms, bathrooms, squareFeet }: Property): string[] => [
  words(propertyType),
  ...(bedrooms ? [plural(bedrooms, 'bedroom')] : []),
  ...(bathrooms ? [plural(bathrooms, 'bathroom')] : []),
  ...(squareFeet ? [`${number(squareFeet)} sq ft`] : []),
]
