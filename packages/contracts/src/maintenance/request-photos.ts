import * as routes from './request-photos.routes.ts'
import { endpoint } from '../endpoint.ts'
import { maxPhotoBytes, photoSizeNames } from '../photos.ts'
import { bytes, id, instant } from '../scalars.ts'
import { z } from '../zod.ts'

/** A photo of a maintenance request. */
export const RequestPhoto = z
  .object({
    id,
    requestId: id,
    by: z.enum(['landlord', 'tenant', 'vendor']),
    url: z.string(),
    thumbnailUrl: z.string(),
    width: z.int(),
    height: z.int(),
    createdAt: instant,
  })
  .meta({ id: 'RequestPhoto' })

export type RequestPhoto = z.output<typeof RequestPhoto>

const photoUpload = {
  status: 201,
  encoding: 'bytes',
  maxBody: maxPhotoBytes,
  body: bytes,
  response: RequestPhoto,
} as const

export const addRequestPhoto = endpoint(routes.addRequestPhoto, {
  ...photoUpload,
  summary: 'Add a photo to a request: the bytes of an image are the body',
})

export const addTenantRequestPhoto = endpoint(routes.addTenantRequestPhoto, {
  ...photoUpload,
  summary: "Add a photo to the tenant's own open request",
})

export const listRequestPhotos = endpoint(routes.listRequestPhotos, {
  response: z.array(RequestPhoto),
  summary: 'Photos of a request, oldest first',
})

export const deleteRequestPhoto = endpoint(routes.deleteRequestPhoto, {
  summary: 'Remove a photo of a request',
})

export const requestPhotoFile = endpoint(routes.requestPhotoFile, {
  params: { size: z.enum(photoSizeNames) },
  response: bytes,
  summary: "The image file, for the landlord and the request's tenant",
})
