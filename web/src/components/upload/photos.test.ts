import { maxPhotoBytes } from '@keyhold/contracts/photos'
import { expect, test } from 'vitest'
import { photoFault } from './photos.ts'

const file = (type: string, size = 10) => new File([new Uint8Array(size)], 'home', { type })

test('what is known to be no photo is not sent, and says so', () => {
  expect(photoFault(file('application/pdf'))).toBe('This is not a JPEG, PNG, WebP, GIF or AVIF image.')
  expect(photoFault(file('image/svg+xml'))).toBe('This is not a JPEG, PNG, WebP, GIF or AVIF image.')
  expect(photoFault(file('image/jpeg', 0))).toBe('This file is empty.')
})

test('the largest photo that the server takes is sent, one byte more is not', () => {
  expect(photoFault(file('image/jpeg', maxPhotoBytes))).toBeUndefined()
  expect(photoFault(file('image/jpeg', maxPhotoBytes + 1))).toBe('This photo is larger than 15 MB.')
})

test('a file whose type the device does not know is left to the server to judge', () => {
  expect(photoFault(file(''))).toBeUndefined()
})
