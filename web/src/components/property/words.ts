import { propertyTypes, type Property } from '@keyhold/contracts/properties'
import { words } from '~/lib/format.ts'

export const typeOptions = propertyTypes.map((value) => ({ value, label: words(value) }))

/** "1420 SE Alder St, Portland, OR 97214", as far as it is known. */
export const addressOf = ({ address, city, state, zipCode }: Pick<Property, 'address' | 'city' | 'state' | 'zipCode'>): string =>
  [address, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
