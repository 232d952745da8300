import { maxRequestPhotos } from '@keyhold/contracts/photos'
import { X } from 'lucide-react'
import { useCallback } from 'react'
import { IconButton } from '~/components/ui/button.tsx'
import { Unsaved } from '~/components/ui/unsaved.tsx'
import { DropArea, PhotoPicker } from '~/components/upload/drop-zone.tsx'
import { toast } from '~/lib/toast.ts'
import { requestPhotoFault, requestPhotoRules } from './uploads.ts'

/** Photos for a new request: they are uploaded once it is created. */
export function PendingPhotos({ files, onChange }: { files: readonly File[]; onChange: (files: File[]) => void }) {
  const add = (chosen: Iterable<File>) => {
    const next = [...files]
    const faultOf = requestPhotoFault(0)
    for (const file of chosen) {
      const fault = faultOf(file, next.length)
      if (fault) toast({ variant: 'destructive', title: `${file.name} was not added`, description: fault })
      else next.push(file)
    }
    onChange(next)
  }
  return (
    <DropArea onFiles={add}>
      <Unsaved when={files.length > 0} />
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">
          Photos <span className="font-normal text-muted">(optional)</span>
        </legend>
        {files.length > 0 && (
          <ul aria-label="Chosen photos" className="flex flex-wrap gap-2">
            {files.map((file, index) => (
              <li key={`${file.name} ${file.lastModified} ${index}`} className="relative">
                <Preview file={file} />
                <IconButton
                  label={`Remove ${file.name}`}
                  onClick={() => onChange(files.toSpliced(index, 1))}
                  className="absolute! top-1 right-1 size-8! bg-raised/90! text-ink! shadow-lift"
                >
                  <X aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <PhotoPicker onFiles={add} variant="secondary" size="sm" disabled={files.length >= maxRequestPhotos}>
            Add photos
          </PhotoPicker>
          <p className="min-w-0 flex-1 basis-56 text-sm text-muted">{requestPhotoRules}</p>
        </div>
      </fieldset>
    </DropArea>
  )
}

function Preview({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return (
    <img
      ref={show}
      alt={file.name}
      className="size-24 rounded-md bg-sunken object-cover phone:size-20 dark:bg-raised"
    />
  )
}
