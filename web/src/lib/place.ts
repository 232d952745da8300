import { words } from './format.ts'

interface Place {
  name: string
  address: string
  city: string | null
  propertyType: string
}

/** Where a property is, beside its name: "1420 SE Alder St, Portland". One added in a hurry is called by its address, which isn't said twice. */
export const placeOf = ({ name, address, city, propertyType }: Place): string =>
  [address === name ? null : address, city].filter(Boolean).join(', ') || words(propertyType)
