import { FileText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useGetMaintenanceQuery, useUpdateMaintenanceMutation } from '~/api/requests.ts'
import { ContactLink } from '~/components/contact-link.tsx'
import { isLate, dueText } from '~/components/maintenance/deadline.ts'
import { Stars } from '~/components/maintenance/stars.tsx'
import { plannedText } from '~/components/maintenance/visit-list.tsx'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Details } from '~/components/ui/details.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { PriorityBadge } from '~/components/ui/priority-badge.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { ago, date, dateTime, money, words } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toastError } from '~/lib/toast.ts'
import { isOpen } from '../words.ts'
import { AlertCallout, SuggestionCallout } from './details/alert-callout.tsx'
import { Conversation, type Full } from './details/conversation.tsx'
import { WaitDialog } from './details/step-dialogs.tsx'
import { Visits } from './details/visits.tsx'
import { WorkOrders } from './details/work-orders.tsx'
import { RequestPhotos } from './request-photos.tsx'
import { MoveButton, type RowActions } from './move-button.tsx'

/** Everything about one request, with its history. */
export function RequestDetails({ id, onClose, ...actions }: RowActions & { id: string; onClose: () => void }) {
  const { currentData: request, error, refetch } = useGetMaintenanceQuery({ id })
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={request?.title ?? 'Maintenance request'}
      description={request ? `Opened ${ago(request.createdAt)}` : undefined}
    >
      {request ? (
        <>
          <div className="grid gap-8 pb-6 md:grid-cols-[minmax(0,1fr)_18rem]">
            <Facts request={request} />
            <Conversation request={request} />
          </div>
          <DialogFooter>
            <div className="flex w-full items-center justify-end gap-2">
              {isOpen(request.status) && (
                <Button
                  variant="danger-ghost"
                  className="mr-auto -ml-3.5"
                  onClick={() => actions.onMove(request, 'cancelled')}
                >
                  Cancel request…
                </Button>
              )}
              {request.status === 'in_progress' && <WaitButton request={request} />}
              <Button variant="secondary" onClick={() => actions.onEdit(request)}>
                Edit
              </Button>
              <MoveButton request={request} onMove={actions.onMove} moving={actions.moving} />
            </div>
          </DialogFooter>
        </>
      ) : error ? (
        <ErrorState compact error={error} title="This request could not be opened" onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

function Facts({ request }: { request: Full }) {
  const { propertyId, propertyName, tenantId, tenantName } = request
  return (
    <div className="grid content-start gap-6">
      <div className="flex flex-wrap gap-1.5">
        <StatusBadge status={request.status} />
        <PriorityBadge priority={request.priority} />
        {isLate(request) && <Badge tone="danger">Past due</Badge>}
        {request.waitingFor && <Badge tone="warning">Waiting for {request.waitingFor}</Badge>}
        {request.reopens > 0 && <Badge tone="warning">Reopened {times(request.reopens)}</Badge>}
      </div>
      <AlertCallout request={request} />
      <SuggestionCallout request={request} />
      <p className="leading-relaxed break-words whitespace-pre-line">{request.description}</p>
      <RequestPhotos id={request.id} title={request.title} tenantName={tenantName} />
      <Visits request={request} />
      <WorkOrders request={request} />
      <Details
        className="grid-cols-2"
        items={[
          {
            label: 'Property',
            value: propertyId && <RecordLink to={paths.property(propertyId)}>{propertyName ?? 'Property'}</RecordLink>,
          },
          {
            label: 'Tenant',
            value: tenantId && <RecordLink to={paths.tenant(tenantId)}>{tenantName ?? 'Tenant'}</RecordLink>,
          },
          { label: 'Category', value: words(request.category) },
          { label: 'Opened', value: dateTime(request.createdAt) },
          {
            label: 'Deadline',
            value: (
              <>
                {dateTime(request.dueAt)}
                {isOpen(request.status) && (
                  <span className="block text-sm font-normal text-muted">{dueText(request)}</span>
                )}
              </>
            ),
          },
          {
            label: 'Scheduled date',
            value: plannedText(request),
          },
          { label: 'Completed date', value: date(request.completedDate) },
          ...(request.rating === null
            ? []
            : [
                {
                  label: 'Rating by the tenant',
                  value: (
                    <>
                      <Stars rating={request.rating} />
                      {request.ratingNote && <span className="block break-words">{request.ratingNote}</span>}
                    </>
                  ),
                },
              ]),
          { label: 'Estimated cost', value: money(request.estimatedCost) },
          { label: 'Actual cost', value: money(request.actualCost) },
          {
            label: 'Vendor name',
            value: request.vendorId ? (
              <RecordLink to={paths.maintenanceOf({ vendor: request.vendorId })}>
                {request.vendorName ?? 'Vendor'}
              </RecordLink>
            ) : (
              request.vendorName
            ),
          },
          { label: 'Vendor contact', value: request.vendorContact && <ContactLink text={request.vendorContact} /> },
        ]}
      />
      <Link
        to={paths.documentsOf({ request: request.id })}
        className={`${link} flex items-center gap-2 justify-self-start font-medium`}
      >
        <FileText aria-hidden className="size-4" />
        Documents of this request
      </Link>
    </div>
  )
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`)

/** Says what the work waits for, or that it goes on. */
function WaitButton({ request }: { request: Full }) {
  const [isAsking, setAsking] = useState(false)
  const [update, { isLoading }] = useUpdateMaintenanceMutation()
  const goOn = () => update({ id: request.id, waitingFor: null }).unwrap().catch(failed)
  const failed = (error: unknown) => toastError('Failed to update status', error)
  if (request.waitingFor)
    return (
      <Button variant="secondary" loading={isLoading} onClick={() => void goOn()}>
        Go on
      </Button>
    )
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        Waiting for parts…
      </Button>
      {isAsking && <WaitDialog request={request} onClose={() => setAsking(false)} />}
    </>
  )
}

const link = 'text-pine underline-offset-4 hover:underline'

function RecordLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={link}>
      {children}
    </Link>
  )
}

function Loading() {
  return (
    <div aria-busy className="grid gap-4 pb-4">
      <output className="sr-only">Loading</output>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
