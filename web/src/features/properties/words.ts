import { propertyTypes, type Property } from '@keyhold/contracts/properties'
import { hasCode, isApiError, messageOf } from '~/api/problem.ts'
import { number, plural, words } from '~/lib/format.ts'

export const typeOptions = propertyTypes.map((value) => ({ value, label: words(value) }))

/** "Apartment · 2 bedrooms · 1.5 bathrooms · 900 sq ft", without what isn't known. */
export const factsOf = ({ propertyType, bedrooms, bathrooms, squareFeet }: Property): string[] => [
  words(propertyType),
  ...(bedrooms ? [plural(bedrooms, 'bedroom')] : []),
  ...(bathrooms ? [plural(bathrooms, 'bathroom')] : []),
  ...(squareFeet ? [`${number(squareFeet)} sq ft`] : []),
]

/** "1420 SE Alder St, Portland, OR 97214", as far as it is known. */
export const addressOf = ({ address, city, state, zipCode }: Property): string =>
  [address, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** Why a property could not be saved, as a sentence (spec 1 §8). */
export function saveFailure(error: unknown): string {
  if (!isApiError(error)) return messageOf(error)
  // A plan that has ended is refused alike, but more properties are not what is wanted then.
  if (error.status === 403 && !hasCode(error, 'subscription-inactive'))
    return "You've reached your property limit for your current plan. Please upgrade to add more properties."
  if (error.status === 401) return 'Your session expired. Please log in again.'
  if (error.status === 400) return 'Invalid property data. Please check all required fields.'
  return error.detail
}
