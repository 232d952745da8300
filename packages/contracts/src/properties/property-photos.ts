import * as routes from './property-photos.routes.ts'
import { endpoint } from '../endpoint.ts'
import { maxPhotoBytes, photoSizeNames } from '../photos.ts'
import { bytes, id, instant } from '../scalars.ts'
import { z } from '../zod.ts'

export const Photo = z
  .object({
    id,
    propertyId: id,
    /** The first photo is the cover. */
    position: z.int(),
    isCover: z.boolean(),
    url: z.string(),
    cardUrl: z.string(),
    thumbnailUrl: z.string(),
    width: z.int(),
    height: z.int(),
    createdAt: instant,
  })
  .meta({ id: 'Photo' })

export type Photo = z.output<typeof Photo>

export const listPhotos = endpoint(routes.listPhotos, {
  response: z.array(Photo),
  summary: 'Photos of a property in order, the cover first',
})

export const addPhoto = endpoint(routes.addPhoto, {
  status: 201,
  encoding: 'bytes',
  maxBody: maxPhotoBytes,
  body: bytes,
  response: Photo,
  summary: 'Add a photo: the bytes of a JPEG, PNG, WebP, GIF or AVIF image are the body',
})

export const orderPhotos = endpoint(routes.orderPhotos, {
  body: z.object({ photoIds: z.array(id) }),
  response: z.array(Photo),
  summary: 'Set the order of the photos; the first becomes the cover',
})

export const deletePhoto = endpoint(routes.deletePhoto, {
  summary: 'Remove a photo',
})

export const photoFile = endpoint(routes.photoFile, {
  params: { size: z.enum(photoSizeNames) },
  response: bytes,
  summary: 'The image file, for the landlord and the current tenants of the property',
})
