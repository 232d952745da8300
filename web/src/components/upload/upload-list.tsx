import { CircleAlert, RotateCw, X } from 'lucide-react'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { percent } from '~/lib/format.ts'
import type { Upload, Uploads } from '~/lib/uploads.ts'

/** The upload queue, file by file, with refused files. */
export function UploadList({ uploads: { uploads, retry, dismiss } }: { uploads: Omit<Uploads, 'add'> }) {
  if (uploads.length === 0) return null
  return (
    <ul aria-label="Uploads" className="grid grid-cols-1 gap-2">
      {uploads.map((upload) => (
        <Row key={upload.key} upload={upload} onRetry={() => retry(upload.key)} onDismiss={() => dismiss(upload.key)} />
      ))}
    </ul>
  )
}

function Row({
  upload: { file, share, error, isHopeless },
  onRetry,
  onDismiss,
}: {
  upload: Upload
  onRetry: () => void
  onDismiss: () => void
}) {
  return (
    <li className="rounded-md border border-line px-3 py-2">
      <div className="flex min-h-9 items-center gap-3">
        <p className="min-w-0 flex-1 truncate font-medium">{file.name}</p>
        {error === undefined ? (
          <span className="figures text-sm text-muted">
            {share === 1 ? 'Reading…' : share === 0 ? 'Waiting' : percent(Math.round(share * 100) / 100)}
          </span>
        ) : (
          <>
            {isHopeless ? (
              <Button
                size="sm"
                variant="secondary"
                icon={<X aria-hidden />}
                aria-label={`Remove ${file.name}`}
                onClick={onDismiss}
              >
                Remove
              </Button>
            ) : (
              <>
                <Button
                  size="sm"
                  variant="secondary"
                  icon={<RotateCw aria-hidden />}
                  aria-label={`Try ${file.name} again`}
                  onClick={onRetry}
                >
                  Try again
                </Button>
                <IconButton label={`Remove ${file.name}`} onClick={onDismiss}>
                  <X aria-hidden />
                </IconButton>
              </>
            )}
          </>
        )}
      </div>
      {error === undefined ? (
        <Progress value={share * 100} label={`Upload of ${file.name}`} />
      ) : (
        <p role="alert" className="flex items-start gap-1.5 pb-1 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </li>
  )
}
