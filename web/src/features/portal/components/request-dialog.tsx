import type { ResponseOf } from '@keyhold/contracts/endpoint'
import type { getTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests'
import { useState } from 'react'
import { usePickVisitMutation, useProposeVisitsMutation } from '~/api/visits.ts'
import {
  useGetTenantMaintenanceQuery,
  useRateRequestMutation,
  useReopenRequestMutation,
  useReplyToRequestMutation,
} from '~/api/tenant-requests.ts'
import { targetText } from '~/components/maintenance/deadline.ts'
import { RequestHistory } from '~/components/maintenance/history.tsx'
import { NoteForm } from '~/components/maintenance/note-form.tsx'
import { StarChoice, Stars } from '~/components/maintenance/stars.tsx'
import { VisitForm } from '~/components/maintenance/visit-form.tsx'
import { plannedText, VisitList } from '~/components/maintenance/visit-list.tsx'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { PriorityBadge } from '~/components/ui/priority-badge.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { Callout, ErrorState } from '~/components/ui/states.tsx'
import { ago } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { isOpen } from '../words.ts'
import { Photos } from './request-photos.tsx'

type Full = ResponseOf<typeof getTenantMaintenance>

/** One request as its tenant sees it: every step, what was written, times for a visit, and what they can do. */
export function TenantRequestDialog({ id, canAdd, onClose }: { id: string; canAdd: boolean; onClose: () => void }) {
  const { currentData: request, error, refetch } = useGetTenantMaintenanceQuery({ id })
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={request?.title ?? 'Maintenance request'}
      description={request ? `Reported ${ago(request.createdAt)}` : undefined}
    >
      {request ? (
        <div className="grid gap-8 md:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="grid content-start gap-6">
            <State request={request} />
            <p className="leading-relaxed break-words whitespace-pre-line">{request.description}</p>
            <Photos request={request} canAdd={canAdd && isOpen(request)} />
            <Visits request={request} />
            <Rating request={request} />
            <Reopening request={request} />
          </div>
          <Conversation request={request} />
        </div>
      ) : error ? (
        <ErrorState compact error={error} title="This request could not be opened" onRetry={() => void refetch()} />
      ) : (
        <div aria-busy className="grid gap-4 pb-4">
          <output className="sr-only">Loading</output>
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-32 w-full" />
        </div>
      )}
    </Dialog>
  )
}

function State({ request }: { request: Full }) {
  const { status, priority, waitingFor, scheduledDate, reopens } = request
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-1.5">
        <StatusBadge status={status} />
        <PriorityBadge priority={priority} />
        {reopens > 0 && <Badge tone="warning">Opened again</Badge>}
      </div>
      {waitingFor && <Callout title={`Waiting for: ${waitingFor}`} />}
      {isOpen(request) && scheduledDate && <Callout tone="success" title={`Planned for ${plannedText(request)}`} />}
      {isOpen(request) && !scheduledDate && <p className="text-sm text-muted">{targetText(request)}</p>}
    </div>
  )
}

const people = { landlord: 'Your landlord', tenant: 'You', vendor: 'The vendor', system: 'Keyhold' } as const

function Conversation({ request }: { request: Full }) {
  const [reply] = useReplyToRequestMutation()
  return (
    <section
      aria-labelledby="tenant-request-history"
      className="grid content-start gap-5 md:border-l md:border-line md:pl-6"
    >
      <h3 id="tenant-request-history" className="font-semibold">
        History
      </h3>
      <NoteForm
        label="Write to your landlord"
        submit="Send"
        send={(note) => reply({ id: request.id, note }).unwrap()}
      />
      <RequestHistory history={request.history} people={people} />
    </section>
  )
}

function Visits({ request }: { request: Full }) {
  const { id, visits } = request
  const [pick, picking] = usePickVisitMutation()
  const [propose] = useProposeVisitsMutation()
  const [isProposing, setProposing] = useState(false)
  if (!isOpen(request)) return null
  const take = async (visitId: string) => {
    try {
      await pick({ id, visitId }).unwrap()
      toast({ variant: 'success', title: 'Visit agreed', description: 'Your landlord is told.' })
    } catch (error) {
      toastError('This time could not be taken', error)
    }
  }
  return (
    <section aria-labelledby="tenant-request-visit" className="grid gap-3">
      <header className="flex items-center justify-between gap-3">
        <h3 id="tenant-request-visit" className="font-semibold">
          Visit
        </h3>
        {!isProposing && (
          <Button size="sm" variant="ghost" className="-mr-2.5" onClick={() => setProposing(true)}>
            Propose times
          </Button>
        )}
      </header>
      <VisitList
        visits={visits}
        people={{ landlord: 'your landlord', tenant: 'you', vendor: 'the vendor' }}
        busy={picking.isLoading}
        actions={[{ label: 'Pick this time', suits: ({ by }) => by !== 'tenant', run: (visit) => void take(visit.id) }]}
      />
      {isProposing && (
        <VisitForm
          label="Propose times"
          submit="Propose"
          several
          send={async (times) => {
            await propose({ id, visits: times }).unwrap()
            toast({ variant: 'success', title: 'Times proposed', description: 'Your landlord is told.' })
            setProposing(false)
          }}
        />
      )}
    </section>
  )
}

function Rating({ request }: { request: Full }) {
  const [rate] = useRateRequestMutation()
  const [rating, setRating] = useState(0)
  if (request.rating !== null)
    return (
      <div className="grid gap-1">
        <h3 className="font-semibold">Your rating</h3>
        <Stars rating={request.rating} />
        {request.ratingNote && <p className="break-words">{request.ratingNote}</p>}
      </div>
    )
  if (!request.canRate) return null
  return (
    <div className="grid gap-3 rounded-lg border border-line p-4">
      <StarChoice value={rating} onChange={setRating} />
      <NoteForm
        label="In a few words (optional)"
        submit="Rate the work"
        isOptional
        send={async (note) => {
          if (rating === 0) throw new Error('Choose 1 to 5 stars.')
          await rate({ id: request.id, rating, ...(note ? { note } : {}) }).unwrap()
          toast({ variant: 'success', title: 'Thank you for your rating' })
        }}
      />
    </div>
  )
}

function Reopening({ request }: { request: Full }) {
  const [reopen] = useReopenRequestMutation()
  const [isAsking, setAsking] = useState(false)
  if (!request.canReopen) return null
  if (!isAsking)
    return (
      <div className="grid justify-items-start gap-2">
        <Button variant="secondary" onClick={() => setAsking(true)}>
          It is not fixed
        </Button>
        <p className="text-sm text-muted">You can open this request again within 30 days of its completion.</p>
      </div>
    )
  return (
    <NoteForm
      label="What is still wrong?"
      submit="Open again"
      send={async (note) => {
        await reopen({ id: request.id, note }).unwrap()
        toast({ variant: 'success', title: 'Request opened again', description: 'Your landlord is told.' })
        setAsking(false)
      }}
    />
  )
}
