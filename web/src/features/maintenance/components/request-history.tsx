import type { MaintenanceChange } from '@keyhold/contracts/maintenance/requests'
import type { z } from '@keyhold/contracts/zod'
import { cn } from '~/lib/cn.ts'
import { dateTime } from '~/lib/format.ts'
import { gatherPhotos } from '../words.ts'

type Change = z.output<typeof MaintenanceChange>

/** Who changed what, newest first. */
export function RequestHistory({ history, tenantName }: { history: Change[]; tenantName: string | null }) {
  const people: Record<Change['by'], string> = { landlord: 'You', tenant: tenantName ?? 'Tenant', system: 'Keyhold' }
  const read = gatherPhotos(history)
  return (
    <ol>
      {read.map(({ entry: { id, at, by }, lines }, index) => (
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
          <ul className="grid gap-0.5">
            {lines.map((line) => (
              <li key={line} className="break-words">
                {line}
              </li>
            ))}
          </ul>
          <p className="mt-0.5 text-sm text-muted">
            {people[by]} · <time dateTime={at}>{dateTime(at)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}
