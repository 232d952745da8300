import type { Property } from '@keyhold/contracts/properties/properties'
import type { PropertyType } from '@keyhold/contracts/properties/property-forms'
import { words } from '~/lib/format.ts'

// The contract's own list would bring the schemas along.
const types = {
  apartment: true,
  house: true,
  condo: true,
  townhouse: true,
  studio: true,
  duplex: true,
} satisfies Record<PropertyType, true>

export const typeOptions = (Object.keys(types) as PropertyType[]).map((value) => ({ value, label: words(value) }))

/** "1420 SE Alder St, Portland, OR 97214", without missing parts. */
export const addressOf = ({
  address,
  city,
  state,
  zipCode,
}: Pick<Property, 'address' | 'city' | 'state' | 'zipCode'>): string =>
  [address, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
