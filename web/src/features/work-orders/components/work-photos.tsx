import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import { vendorLinksApi } from '~/api/vendor-links.ts'
import { PhotoStrip } from '~/components/maintenance/photo-strip.tsx'
import { photoFault } from '~/components/upload/photos.ts'
import { PhotoPicker } from '~/components/upload/drop-zone.tsx'
import { UploadList } from '~/components/upload/upload-list.tsx'
import { useUploads } from '~/lib/uploads.ts'
import type { WorkProps } from './work-props.ts'

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>

/** The photos of the problem and of the work, and more to add. */
export function WorkPhotos({
  token,
  work,
  canAdd,
  urlOf,
}: WorkProps & { canAdd: boolean; urlOf: (token: string, id: string, size: 'thumbnail' | 'full') => string }) {
  const dispatch = useDispatch<Dispatch>()
  const { add, ...uploads } = useUploads(`work order ${token}`, 'photo', (file, onProgress) =>
    dispatch(vendorLinksApi.endpoints.addWorkPhoto.initiate({ token, file, onProgress }, { track: false })).unwrap(),
  )
  if (work.photos.length === 0 && uploads.uploads.length === 0 && !canAdd) return null
  return (
    <section aria-labelledby="work-photos" className="grid gap-3">
      <h2 id="work-photos" className="text-lg font-semibold">
        Photos
      </h2>
      <PhotoStrip
        name={work.title}
        photos={work.photos.map(({ id, isOwn }) => ({
          id,
          url: urlOf(token, id, 'full'),
          thumbnailUrl: urlOf(token, id, 'thumbnail'),
          ...(isOwn ? { by: 'you' } : {}),
        }))}
      />
      <UploadList uploads={uploads} />
      {canAdd && (
        <PhotoPicker
          onFiles={(files) => add(files, photoFault)}
          variant="secondary"
          size="sm"
          className="justify-self-start"
        >
          Add photos
        </PhotoPicker>
      )}
    </section>
  )
}
