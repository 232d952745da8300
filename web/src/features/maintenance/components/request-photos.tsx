import { useDeleteRequestPhotoMutation, useListRequestPhotosQuery } from '~/api/request-photos.ts'
import { PhotoStrip, type StripPhoto } from '~/components/maintenance/photo-strip.tsx'
import { requestPhotoRules, useRequestUploads } from '~/components/maintenance/uploads.ts'
import { useDeletion } from '~/components/ui/use-deletion.ts'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { DropArea, PhotoPicker } from '~/components/upload/drop-zone.tsx'
import { UploadList } from '~/components/upload/upload-list.tsx'

/** A request's photos: shown, added and deleted. */
export function RequestPhotos({ id, title, tenantName }: { id: string; title: string; tenantName: string | null }) {
  const list = useListRequestPhotosQuery({ id })
  const photos =
    list.currentData?.map((photo) => ({
      ...photo,
      by: photo.by === 'landlord' ? 'you' : (tenantName ?? 'the tenant'),
    })) ?? []
  const uploads = useRequestUploads(id, 'landlord', photos.length)
  const remove = useRemove(id)
  return (
    <DropArea onFiles={uploads.add}>
      <section aria-labelledby="request-photos" className="grid gap-3">
        <header className="flex items-center justify-between gap-3">
          <h3 id="request-photos" className="font-semibold">
            Photos
          </h3>
          <PhotoPicker onFiles={uploads.add} variant="ghost" size="sm" className="-mr-2">
            Add photos
          </PhotoPicker>
        </header>
        {list.isError && !list.currentData ? (
          <ErrorState
            compact
            title="The photos could not be loaded"
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : !list.currentData ? (
          <Skeleton className="h-24" />
        ) : photos.length > 0 ? (
          <PhotoStrip name={title} photos={photos} onDelete={(photo) => void remove(photo)} />
        ) : (
          <p className="text-sm text-muted">None yet. {requestPhotoRules}</p>
        )}
        <UploadList uploads={uploads} />
      </section>
    </DropArea>
  )
}

function useRemove(id: string) {
  const deletion = useDeletion()
  const [drop] = useDeleteRequestPhotoMutation()
  return ({ id: photoId }: StripPhoto) =>
    deletion({
      what: 'photo',
      description: 'It will be permanently deleted from the request, for the tenant too.',
      remove: () => drop({ id, photoId }).unwrap(),
    })
}
