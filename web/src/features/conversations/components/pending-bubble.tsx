import { Clock } from 'lucide-react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '~/api/client/api.ts'
import { Button } from '~/components/ui/button.tsx'
import { discard, type Pending, retry } from '../outbox.ts'
import { Files } from './files.tsx'

/** A message that is being sent, waits for the line, or was refused. */
export function PendingBubble({ pending: { clientId, message, files, error } }: { pending: Pending }) {
  const dispatch = useDispatch<ApiDispatch>()
  return (
    <div className="flex flex-row-reverse">
      <div className="grid max-w-[min(36rem,82%)] justify-items-end gap-1">
        <div className="rounded-xl border border-dashed border-line-strong bg-pine-soft px-3.5 py-2">
          <p className="break-words whitespace-pre-wrap">{message}</p>
          {files.length > 0 && <Files files={files} />}
        </div>
        {error === undefined ? (
          <p className="flex items-center gap-1 px-1 text-xs text-muted">
            <Clock aria-hidden className="size-3.5" />
            {navigator.onLine ? 'Sending…' : 'Waiting for a connection'}
          </p>
        ) : (
          <div role="alert" className="grid justify-items-end gap-1 text-sm">
            <p className="text-danger">Not sent: {error}</p>
            <div className="flex gap-2">
              <Button size="sm" variant="secondary" onClick={() => retry(dispatch, clientId)}>
                Try again
              </Button>
              <Button size="sm" variant="ghost" onClick={() => discard(clientId)}>
                Remove
              </Button>
            </div>
          </div>
        )}
      </div>
    </div>
  )
}
