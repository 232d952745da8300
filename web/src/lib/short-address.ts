import { words } from './format.ts'

interface Place {
  name: string
  address: string
  city: string | null
  propertyType: string
}

/** A property's short address: "1420 SE Alder St, Portland". Without the street if the property's name is the address. */
export const shortAddressOf = ({ name, address, city, propertyType }: Place): string =>
  [address === name ? null : address, city].filter(Boolean).join(', ') || words(propertyType)
