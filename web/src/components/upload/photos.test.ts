import { maxPhotoBytes } from '@keyhold/contracts/photos'
import { expect, test } from 'vitest'
import { photoFault } from './photos.ts'

const file = (type: string, size = 10) => new File([new Uint8Array(size)], 'home', { type })

test('a file that is not a photo is refused before it is sent', () => {
  expect(photoFault(file('application/pdf'))).toBe('This is not a JPEG, PNG, WebP, GIF or AVIF image.')
  expect(photoFault(file('image/svg+xml'))).toBe('This is not a JPEG, PNG, WebP, GIF or AVIF image.')
  expect(photoFault(file('image/jpeg', 0))).toBe('This file is empty.')
})

test('the largest photo that the server accepts is sent, one byte more is not', () => {
  expect(photoFault(file('image/jpeg', maxPhotoBytes))).toBeUndefined()
  expect(photoFault(file('image/jpeg', maxPhotoBytes + 1))).toBe('This photo is larger than 15 MB.')
})

test('a file of unknown type is left to the server to check', () => {
  expect(photoFault(file(''))).toBeUndefined()
})
