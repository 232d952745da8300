interface Place {
  name: string
  address: string
  city: string | null
}

/** A property's short address: "1420 SE Alder St, Portland". Without the street if the property's name is the address; '' if nothing else is known. */
export const shortAddressOf = ({ name, address, city }: Place): string =>
  [address === name ? null : address, city].filter(Boolean).join(', ')
