import type { VendorView } from '@keyhold/contracts/maintenance/vendor-links'
import { MapPin } from 'lucide-react'
import { useProposeWorkTimeMutation, useTakeWorkTimeMutation, workPhotoUrl } from '~/api/vendor-links.ts'
import { ContactLink } from '~/components/contact-link.tsx'
import { VisitForm, type VisitTime } from '~/components/maintenance/visit-form.tsx'
import { plannedText, VisitList } from '~/components/maintenance/visit-list.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Details } from '~/components/ui/details.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { PriorityBadge } from '~/components/ui/priority-badge.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { dayOf, words } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { Answer } from './answer.tsx'
import { Bills } from './bills.tsx'
import { Ask, Finish } from './words-to-landlord.tsx'
import { WorkPhotos } from './work-photos.tsx'
import type { WorkProps } from './work-props.ts'

/** The work order as a vendor sees it, with everything that they can do about it. */
export function WorkOrder({ token, work }: WorkProps) {
  const isTaken = work.status === 'accepted' || work.status === 'done'
  return (
    <article className="grid gap-6">
      <DocumentTitle title={work.title} />
      <header className="grid gap-2">
        <p className="text-sm text-muted">
          Work order from {work.landlordName} for {work.vendorName}
        </p>
        <h1 className="text-2xl font-semibold tracking-tight break-words">{work.title}</h1>
        <div className="flex flex-wrap gap-1.5">
          <StatusBadge status={work.status} label={work.status === 'sent' ? 'Waiting for your answer' : undefined} />
          <PriorityBadge priority={work.priority} />
        </div>
      </header>
      {work.isClosed ? (
        <Callout title="The landlord has closed this request.">Nothing more needs to be done.</Callout>
      ) : work.status === 'withdrawn' ? (
        <Callout title="This work order was withdrawn.">Nothing more needs to be done.</Callout>
      ) : (
        <Answer token={token} work={work} />
      )}
      <p className="leading-relaxed break-words whitespace-pre-line">{work.description}</p>
      <Facts work={work} />
      {work.showsMoreOnceAccepted && (
        <p className="text-sm text-muted">How to get in, and whom to call, is shown here once you accept.</p>
      )}
      <WorkPhotos token={token} work={work} canAdd={isTaken && !work.isClosed} urlOf={workPhotoUrl} />
      {isTaken && <Times token={token} work={work} />}
      {isTaken && <Bills token={token} work={work} />}
      <Ask token={token} work={work} />
      {work.status === 'accepted' && !work.isClosed && <Finish token={token} work={work} />}
      <p className="text-sm text-muted">
        This link works until {dayOf(work.expiresAt)}. Anyone who has it can open this page: please do not pass it on.
      </p>
    </article>
  )
}

function Facts({ work }: { work: VendorView }) {
  const { propertyName, unitName, address, accessNotes, tenant, category, scheduledDate } = work
  const place = [propertyName, unitName].filter(Boolean).join(', ')
  return (
    <Details
      className="sm:grid-cols-2"
      items={[
        {
          label: 'Where',
          value: (place || address) && (
            <>
              {place}
              {address && (
                <a
                  href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}
                  target="_blank"
                  rel="noreferrer noopener"
                  className="flex items-center gap-1 text-pine underline-offset-4 hover:underline"
                >
                  <MapPin aria-hidden className="size-3.5 shrink-0" />
                  {address}
                </a>
              )}
            </>
          ),
        },
        { label: 'Trade', value: words(category) },
        { label: 'Access notes', value: accessNotes && <span className="whitespace-pre-line">{accessNotes}</span> },
        {
          label: 'Tenant',
          value: tenant && (
            <>
              {tenant.name}
              {tenant.phone && (
                <span className="block">
                  <ContactLink text={tenant.phone} />
                </span>
              )}
            </>
          ),
        },
        {
          label: 'Scheduled for',
          value: scheduledDate && plannedText(work),
        },
      ].filter(({ value }) => Boolean(value))}
    />
  )
}

function Times({ token, work }: WorkProps) {
  const [propose, proposing] = useProposeWorkTimeMutation()
  const [take, taking] = useTakeWorkTimeMutation()
  if (work.isClosed || work.status === 'done') return null
  const run = async (visitId: string) => {
    try {
      await take({ token, visitId }).unwrap()
      toast({ variant: 'success', title: 'Time agreed' })
    } catch (error) {
      toastError('This time could not be taken', error)
    }
  }
  const offer = async ({ date, from, to }: VisitTime) => {
    await propose({ token, date, from, to }).unwrap()
    toast({ variant: 'success', title: 'Time proposed', description: 'You see here when it is agreed.' })
  }
  const isOwn = (slot: VisitTime) =>
    work.visits.some(
      (one) => one.by === 'vendor' && one.date === slot.date && one.from === slot.from && one.to === slot.to,
    )
  return (
    <section aria-labelledby="work-times" className="grid gap-3">
      <h2 id="work-times" className="text-lg font-semibold">
        When
      </h2>
      <VisitList
        visits={work.visits}
        people={{ landlord: 'the landlord to the tenant', tenant: 'the tenant, who is at home then', vendor: 'you' }}
        busy={taking.isLoading || proposing.isLoading}
        actions={[
          { label: 'Take this time', suits: ({ by }) => by === 'tenant', run: (visit) => void run(visit.id) },
          {
            label: 'Propose this time',
            suits: (visit) => visit.by === 'landlord' && !isOwn(visit),
            run: (visit) =>
              void offer(visit).catch((error: unknown) => toastError('This time could not be proposed', error)),
          },
        ]}
      />
      <VisitForm
        label="Propose a time"
        submit="Propose this time"
        send={async ([time]) => {
          if (time) await offer(time)
        }}
      />
    </section>
  )
}
