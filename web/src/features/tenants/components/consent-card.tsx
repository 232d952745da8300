import type { Consent } from '@keyhold/contracts/messaging/notification-preferences'
import type { z } from '@keyhold/contracts/zod'
import { useState } from 'react'
import { useListConsentsQuery } from '~/api/notification-preferences.ts'
import { channelNames } from '~/components/notifications/words.ts'
import { Badge, type Tone } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { dateTime } from '~/lib/format.ts'

type Entry = z.output<typeof Consent>

const kinds: Readonly<Record<Entry['kind'], { label: string; tone: Tone }>> = {
  given: { label: 'Agreed', tone: 'success' },
  stopped: { label: 'STOP', tone: 'danger' },
  restarted: { label: 'START', tone: 'success' },
  switched_off: { label: 'Switched off', tone: 'warning' },
  switched_on: { label: 'Switched on', tone: 'success' },
  bounced: { label: 'Returned', tone: 'danger' },
}

/** What a tenant agreed to and refused, read when it is asked for. */
export function ConsentCard({ tenantId }: { tenantId: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, isLoading, refetch } = useListConsentsQuery({ id: tenantId }, { skip: !isOpen })
  return (
    <SectionCard
      title="Consent to messages"
      description="Which addresses were given, STOP and START, and what was switched off."
      padded={!isOpen}
      action={
        <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {isOpen && error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {isOpen && isLoading && <RowSkeletons count={2} />}
      {isOpen && data?.length === 0 && <p className="px-5 pb-5 text-muted">Nothing is recorded yet.</p>}
      {isOpen && data && data.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {data.map(({ id, kind, channel, address, source, shown, at }) => (
            <li key={id} className="grid gap-0.5 px-5 py-3">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <Badge tone={kinds[kind].tone}>{kinds[kind].label}</Badge>
                {channelNames[channel]}
                {address && <span className="font-normal break-all text-muted">{address}</span>}
              </p>
              <p className="text-sm text-muted">
                {source} · {dateTime(at)}
              </p>
              {shown && <p className="text-sm text-muted">“{shown}”</p>}
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}
