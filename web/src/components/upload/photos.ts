import { maxPhotoBytes } from '@keyhold/contracts/photos'

/** The accepted types, named one by one so that phones convert their own formats. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** What is accepted, as a sentence; `bound` says how many. */
export const photoRulesOf = (bound: string): string =>
  `JPEG, PNG, WebP, GIF or AVIF, at most ${maxPhotoBytes / 1024 / 1024} MB each, ${bound}.`

/** Why a photo is refused before it is sent. */
export function photoFault({ type, size }: File): string | undefined {
  if (type && !photoTypes.includes(type)) return 'This is not a JPEG, PNG, WebP, GIF or AVIF image.'
  if (size > maxPhotoBytes) return `This photo is larger than ${maxPhotoBytes / 1024 / 1024} MB.`
  return size === 0 ? 'This file is empty.' : undefined
}
