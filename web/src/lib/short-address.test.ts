import { expect, test } from 'vitest'
import { shortAddressOf } from './short-address.ts'

test.each([
  ['Alder Loft', '1420 SE Alder St', 'Portland', '1420 SE Alder St, Portland'],
  ['1420 SE Alder St', '1420 SE Alder St', 'Portland', 'Portland'],
  ['1420 SE Alder St', '1420 SE Alder St', null, ''],
])('the address below %s at %s in %s', (name, address, city, shown) => {
  expect(shortAddressOf({ name, address, city })).toBe(shown)
})
