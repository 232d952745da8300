import type { VendorView } from '@keyhold/contracts/maintenance/vendor-links'
import { dateTime } from '~/lib/format.ts'

/** What was asked, done and answered, newest first. */
export function Entries({ work }: { work: VendorView }) {
  if (work.entries.length === 0) return null
  return (
    <ol aria-label="History" className="grid gap-3">
      {work.entries.map(({ id, at, isOwn, text }) => (
        <li key={id}>
          <p className="break-words whitespace-pre-line">{text}</p>
          <p className="text-sm text-muted">
            {isOwn ? 'You' : work.landlordName} · <time dateTime={at}>{dateTime(at)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}
