import { Lock } from 'lucide-react'
import { cn } from '~/lib/cn.ts'
import { dateTime } from '~/lib/format.ts'
import { type Change, gatherPhotos } from './history-texts.ts'

/** Who did and wrote what about a request, newest first. `marksInternal`: says which entries the tenant does not see. */
export function RequestHistory({
  history,
  people,
  marksInternal = false,
}: {
  history: readonly Change[]
  people: Record<Change['by'], string>
  marksInternal?: boolean
}) {
  const read = gatherPhotos(history)
  return (
    <ol aria-label="History">
      {read.map(({ entry: { id, at, by, author, note, isShared }, lines }, index) => (
        <li key={id} className="relative pb-5 pl-6 last:pb-0">
          {index < read.length - 1 && (
            <span aria-hidden className="absolute top-3 bottom-[-0.5rem] left-[0.28rem] w-px bg-line-strong" />
          )}
          <span
            aria-hidden
            className={cn(
              'absolute top-1.5 left-0 size-2.5 rounded-full border-2',
              index === 0 ? 'border-pine bg-pine' : 'border-control bg-raised',
            )}
          />
          {lines.length > 0 && (
            <ul className="grid gap-0.5">
              {lines.map((line, nth) => (
                <li key={`${nth} ${line}`} className="break-words">
                  {line}
                </li>
              ))}
            </ul>
          )}
          {note && <Note text={note} isInternal={marksInternal && !isShared && by === 'landlord'} />}
          <p className="mt-0.5 text-sm text-muted">
            {author ?? people[by]} · <time dateTime={at}>{dateTime(at)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}

function Note({ text, isInternal }: { text: string; isInternal: boolean }) {
  return (
    <div
      className={cn('my-1 rounded-md px-3 py-2', isInternal ? 'border border-dashed border-line-strong' : 'bg-sunken')}
    >
      <p className="break-words whitespace-pre-line">{text}</p>
      {isInternal && (
        <p className="mt-1 flex items-center gap-1 text-sm text-muted">
          <Lock aria-hidden className="size-3" />
          Internal note
        </p>
      )}
    </div>
  )
}
