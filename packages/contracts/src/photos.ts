/** The sizes that a photo is stored in: pixels of its longer side at most, and the quality of its WebP encoding. */
export const photoSizes = {
  thumbnail: { maxPixels: 320, quality: 72 },
  card: { maxPixels: 960, quality: 78 },
  full: { maxPixels: 2400, quality: 84 },
} as const
export type PhotoSize = keyof typeof photoSizes
export const photoSizeNames = Object.keys(photoSizes) as [PhotoSize, ...PhotoSize[]]

export const maxPhotoBytes = 15 * 1024 * 1024

/** Photos that may be uploaded to one property and to one maintenance request. */
export const maxPropertyPhotos = 40
export const maxRequestPhotos = 10

/** What a person reads who adds one photo too many. */
export const photoLimitSentence = (record: 'property' | 'request'): string =>
  record === 'property'
    ? `A property has at most ${maxPropertyPhotos} photos. Delete one to add another.`
    : `A request has at most ${maxRequestPhotos} photos.`
