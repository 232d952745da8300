import type { GuestStay } from '@keyhold/contracts/properties/stays/public-stays'
import { KeyRound, MapPin } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { MoneyLine, MoneyLines } from '~/components/stays/money-lines.tsx'
import { stayWords } from '~/components/stays/words.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { date, money, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { CancelStayDialog } from './cancel-stay-dialog.tsx'
import { ChangeStayDialog } from './change-stay-dialog.tsx'
import { Payment } from './payment.tsx'
import { RateStay } from './rate-stay.tsx'
import { StayState } from './stay-state.tsx'

export interface StayProps {
  token: string
  stay: GuestStay
}

/** A guest's stay: its state, what is to be paid, the way in, the price, and what can be changed. */
export function Stay({ token, stay, onLapsed }: StayProps & { onLapsed: () => unknown }) {
  const [form, setForm] = useState<'change' | 'cancel' | null>(null)
  const isOver = stay.state === 'lapsed' || stay.state === 'cancelled'
  return (
    <>
      <DocumentTitle title={stay.listingName} />
      <h1 className="text-2xl font-semibold tracking-tight break-words md:text-3xl">{stay.listingName}</h1>
      <p className="mt-1 mb-5 text-muted">
        {stayWords(stay)} · {plural(stay.numberOfGuests, 'guest')}
      </p>
      <StayState token={token} stay={stay} onLapsed={onLapsed} />
      <div className="mt-5 grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-5">
          {stay.dueAmount > 0 && !isOver && <Payment token={token} stay={stay} />}
          {!isOver && stay.state !== 'held' && <WayIn stay={stay} />}
          <SectionCard title="Your stay">
            <Details
              className="grid-cols-2"
              items={[
                { label: 'Check-in', value: `${date(stay.checkInDate)}, from ${stay.checkInTime}` },
                { label: 'Check-out', value: `${date(stay.checkOutDate)}, by ${stay.checkOutTime}` },
                { label: 'Booked by', value: stay.guestName },
                { label: 'Host', value: stay.hostName },
                ...(stay.houseRules.length > 0
                  ? [{ label: 'House rules', value: stay.houseRules.join(', '), wide: true }]
                  : []),
                { label: 'Cancellation', value: stay.cancellation.text, wide: true },
              ]}
            />
          </SectionCard>
          {stay.canRate && <RateStay token={token} stay={stay} />}
        </div>
        <div className="grid gap-5">
          <SectionCard title="Price">
            <MoneyLines lines={stay.lines} total={stay.totalAmount}>
              <MoneyLine label="Paid" value={money(stay.paidAmount)} />
              {stay.refundedAmount > 0 && <MoneyLine label="Refunded" value={money(stay.refundedAmount)} />}
              {stay.dueAmount > 0 && !isOver && <MoneyLine label="To be paid" value={money(stay.dueAmount)} strong />}
              {stay.depositAmount !== null && (
                <MoneyLine label="Deposit" hint="Held apart and given back" value={money(stay.depositAmount)} muted />
              )}
            </MoneyLines>
          </SectionCard>
          {(stay.canChange || stay.canCancel) && (
            <div className="grid gap-2">
              {stay.canChange && (
                <Button variant="secondary" onClick={() => setForm('change')}>
                  Change dates or guests
                </Button>
              )}
              {stay.canCancel && (
                <Button variant="danger-ghost" onClick={() => setForm('cancel')}>
                  Cancel the stay
                </Button>
              )}
            </div>
          )}
          <Button asChild variant="ghost">
            <Link to={paths.publicListing(stay.slug)}>See the listing</Link>
          </Button>
        </div>
      </div>
      {form === 'change' && <ChangeStayDialog token={token} stay={stay} onClose={() => setForm(null)} />}
      {form === 'cancel' && <CancelStayDialog token={token} stay={stay} onClose={() => setForm(null)} />}
    </>
  )
}

/** The address and how to get in, once they are due. */
function WayIn({ stay }: { stay: GuestStay }) {
  return (
    <SectionCard title="Getting in">
      <div className="grid gap-3">
        {stay.address && (
          <p className="flex items-start gap-2">
            <MapPin aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            {stay.address}
          </p>
        )}
        <p className="flex items-start gap-2">
          <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="min-w-0 break-words whitespace-pre-line">
            {stay.checkInInstructions ??
              (stay.instructionsFrom
                ? `${stay.hostName} shows the instructions here from ${date(stay.instructionsFrom)}.`
                : `${stay.hostName} tells you how to get in.`)}
          </span>
        </p>
      </div>
    </SectionCard>
  )
}
