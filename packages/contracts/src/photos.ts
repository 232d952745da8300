/** Pixels of the longer side at most; `full` is the photo as kept, turned upright and without its camera's data. */
export const photoSizes = { thumbnail: 320, card: 960, full: 2400 } as const
export type PhotoSize = keyof typeof photoSizes
export const photoSizeNames = Object.keys(photoSizes) as [PhotoSize, ...PhotoSize[]]
export const maxPhotoBytes = 15 * 1024 * 1024
/** Photos that a maintenance request holds at most. */
export const maxRequestPhotos = 10
