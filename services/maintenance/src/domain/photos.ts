import type { PhotoSize } from '@keyhold/contracts/photos'
import type { RequestPhoto } from '@keyhold/contracts/maintenance/request-photos'
import type { Tx } from '@keyhold/kit/database/database'
import { and, eq } from 'drizzle-orm'
import { requestPhoto, type RequestPhotoRow, type RequestRow } from '../schema.ts'

const urlOf = (id: string, size: PhotoSize) => `/api/maintenance-photos/${id}/${size}`

/** A photo as the API answers it. */
export function photoOf({ id, requestId, by, width, height, createdAt }: RequestPhotoRow): RequestPhoto {
  return { id, requestId, by, url: urlOf(id, 'full'), thumbnailUrl: urlOf(id, 'thumbnail'), width, height, createdAt }
}

/** The photos of a request, oldest first. */
export const photosOf = (
  tx: Tx,
  { landlordId, id }: Pick<RequestRow, 'landlordId' | 'id'>,
): Promise<RequestPhotoRow[]> =>
  tx
    .select()
    .from(requestPhoto)
    .where(and(eq(requestPhoto.landlordId, landlordId), eq(requestPhoto.requestId, id)))
    .orderBy(requestPhoto.createdAt, requestPhoto.id)

/** `images` of a request: the addresses of its photos. */
export const imagesOf = (photos: RequestPhotoRow[]): string[] => photos.map(({ id }) => urlOf(id, 'card'))
