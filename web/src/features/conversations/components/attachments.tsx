import { Camera, FileText, Paperclip, RotateCw, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '~/components/ui/button.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { acceptedTypes, type AttachmentsState, type Chosen } from '../use-attachments.ts'

/** Chooses photos and PDFs; on a phone also takes a photo. */
export function AttachButtons({ attachments: { add } }: { attachments: AttachmentsState }) {
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        aria-label="Photos and PDFs"
        accept={acceptedTypes}
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <input
        ref={camera}
        type="file"
        hidden
        aria-label="Photo from the camera"
        accept="image/*"
        capture="environment"
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <IconButton label="Attach photos or a PDF" className="size-11 shrink-0" onClick={() => files.current?.click()}>
        <Paperclip aria-hidden />
      </IconButton>
      <IconButton
        label="Take a photo"
        className="size-11 shrink-0 [@media(pointer:fine)]:hidden"
        onClick={() => camera.current?.click()}
      >
        <Camera aria-hidden />
      </IconButton>
    </>
  )
}

/** The files of the message that is being written. */
export function ChosenFiles({ attachments }: { attachments: AttachmentsState }) {
  if (attachments.chosen.length === 0) return null
  return (
    <ul aria-label="Files to send" className="grid gap-1.5">
      {attachments.chosen.map((one) => (
        <li key={one.key}>
          <File one={one} attachments={attachments} />
        </li>
      ))}
    </ul>
  )
}

function File({
  one: { key, name, share, error, stored },
  attachments,
}: {
  one: Chosen
  attachments: AttachmentsState
}) {
  return (
    <div className="flex items-center gap-2 rounded-lg border border-line px-3 py-1 text-sm">
      {stored?.thumbnailUrl ? (
        <img src={stored.thumbnailUrl} alt="" className="size-8 rounded-sm object-cover" />
      ) : (
        <FileText aria-hidden className="size-4 shrink-0 text-muted" />
      )}
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {error ? (
        <span role="alert" className="text-danger">
          {error}
        </span>
      ) : (
        !stored && <Progress label={`Uploading ${name}`} value={share * 100} className="w-20" />
      )}
      {error && (
        <IconButton label={`Try ${name} again`} onClick={() => attachments.retry(key)}>
          <RotateCw aria-hidden />
        </IconButton>
      )}
      <IconButton label={`Remove ${name}`} onClick={() => attachments.remove(key)}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
