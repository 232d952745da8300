import type { PhotoSize } from '@keyhold/contracts/photos'
import type { Photo } from '@keyhold/contracts/properties/property-photos'
import type { ReadSql, Tx } from '@keyhold/kit/database/database'
import { and, eq, sql } from 'drizzle-orm'
import { photo, type PhotoRow } from '../../schema/photos.ts'
import { property, type PropertyRow } from '../../schema/properties.ts'

const urlOf = (id: string, size: PhotoSize) => `/api/photos/${id}/${size}`

/** A photo as the API answers it. */
export function photoOf({ id, propertyId, width, height, createdAt }: PhotoRow, position: number): Photo {
  const urls = { url: urlOf(id, 'full'), cardUrl: urlOf(id, 'card'), thumbnailUrl: urlOf(id, 'thumbnail') }
  return { id, propertyId, position, isCover: position === 0, ...urls, width, height, createdAt }
}

/** `images` of a property in a select from `property`: its photos in order, then external images. */
export const imagesColumn = (read: ReadSql) => read`
  (select coalesce(jsonb_agg('/api/photos/' || ph.id || '/card' order by ph.position, ph.id), '[]')
    from photo ph where ph.landlord_id = property.landlord_id and ph.property_id = property.id) || property.images as images`

/** The same for Drizzle. */
export const photoUrls = sql`
  (select coalesce(jsonb_agg('/api/photos/' || ph.id || '/card' order by ph.position, ph.id), '[]')
    from ${photo} ph where ph.landlord_id = ${property.landlordId} and ph.property_id = ${property.id}) || ${property.images}`.mapWith(
  property.images,
)

/** The property with its `images` as the API answers them. */
export async function withPhotos(tx: Tx, row: PropertyRow): Promise<PropertyRow> {
  const photos = await photosOf(tx, row)
  return { ...row, images: [...photos.map(({ id }) => urlOf(id, 'card')), ...row.images] }
}

/** The photos of a property in order. */
export const photosOf = (tx: Tx, { landlordId, id }: Pick<PropertyRow, 'landlordId' | 'id'>): Promise<PhotoRow[]> =>
  tx
    .select()
    .from(photo)
    .where(and(eq(photo.landlordId, landlordId), eq(photo.propertyId, id)))
    .orderBy(photo.position, photo.id)

/** The images that are stored with the property: a page that sends back `images` includes its photos, which have rows of their own. */
export const externalImages = (images: string[]): string[] => images.filter((url) => !url.startsWith('/api/photos/'))
