import type { ConversationFile } from '@keyhold/contracts/messaging/conversations-files'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { PhotoLightbox } from '~/components/photo-lightbox.tsx'
import { SessionFileLink } from '~/components/session-file-link.tsx'
import { SessionPicture } from '~/components/session-picture.tsx'

/** The photos and papers of a message. */
export function Files({ files }: { files: readonly ConversationFile[] }) {
  const [open, setOpen] = useState<number | null>(null)
  const photos = files.filter(({ kind }) => kind === 'image')
  return (
    <>
      <ul className="mt-2 flex flex-wrap gap-2">
        {files.map((file) => (
          <li key={file.id} className="min-w-0">
            {file.kind === 'image' ? (
              <button type="button" aria-label={`Show ${file.name}`} onClick={() => setOpen(photos.indexOf(file))}>
                <SessionPicture
                  src={file.thumbnailUrl ?? file.url}
                  alt={file.name}
                  loading="lazy"
                  // Its room is known before it is there: the messages do not move.
                  style={{ aspectRatio: `${file.width ?? 4} / ${file.height ?? 3}` }}
                  className="h-44 max-w-full rounded-lg border border-line bg-sunken object-cover"
                />
              </button>
            ) : (
              <SessionFileLink
                href={file.url}
                className="flex items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2 hover:bg-sunken"
              >
                <FileText aria-hidden className="size-4 shrink-0" />
                <span className="truncate">{file.name}</span>
              </SessionFileLink>
            )}
          </li>
        ))}
      </ul>
      {open !== null && (
        <PhotoLightbox
          name="Photos of the message"
          photos={photos}
          index={open}
          onIndex={setOpen}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
