import { CircleCheck, CircleX, Clock, Hourglass, LogOut } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useReleaseHoldMutation } from '~/api/public-stays.ts'
import { Button } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { date, money } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toastError } from '~/lib/toast.ts'
import { clockText, useCountdown } from '../use-countdown.ts'
import type { StayProps } from './stay.tsx'

/** Where the stay stands, in a sentence. */
export function StayState({ token, stay, onLapsed }: StayProps & { onLapsed: () => unknown }) {
  switch (stay.state) {
    case 'held':
      return <Held token={token} stay={stay} onLapsed={onLapsed} />
    case 'lapsed':
      return (
        <Callout
          tone="warning"
          icon={<Hourglass aria-hidden />}
          title="The time to pay has passed"
          action={
            <Button asChild size="sm" variant="secondary">
              <Link to={paths.publicListing(stay.slug)}>Choose dates again</Link>
            </Button>
          }
        >
          The nights are free for others again. Nothing was charged.
        </Callout>
      )
    case 'pending':
      return (
        <Said tone="info" icon={<Clock aria-hidden />} title={`${stay.hostName} has your request`}>
          The nights are kept for you. If it is declined or not answered within a day, you get everything back.
        </Said>
      )
    case 'confirmed':
      return (
        <Said tone="success" icon={<CircleCheck aria-hidden />} title="Your stay is confirmed">
          Keep the link of this page: it shows the way in, and lets you change or cancel.
        </Said>
      )
    case 'checked_in':
      return (
        <Said tone="success" icon={<CircleCheck aria-hidden />} title="Enjoy your stay">
          Check-out is on {date(stay.checkOutDate)} by {stay.checkOutTime}.
        </Said>
      )
    case 'checked_out':
      return (
        <Said tone="info" icon={<LogOut aria-hidden />} title="Thank you for staying">
          {stay.guestRating === null ? 'Tell your host how it was.' : 'Your rating was sent.'}
        </Said>
      )
    case 'no_show':
      return (
        <Said tone="warning" icon={<CircleX aria-hidden />} title="You did not arrive">
          Write to {stay.hostName} if that is wrong.
        </Said>
      )
    case 'cancelled':
      return (
        <Said tone="warning" icon={<CircleX aria-hidden />} title="This stay is cancelled">
          {stay.refundedAmount > 0 ? `${money(stay.refundedAmount)} was refunded.` : 'Nothing was refunded.'}
        </Said>
      )
  }
}

const Said = ({
  tone,
  icon,
  title,
  children,
}: {
  tone: 'info' | 'success' | 'warning'
  icon: ReactNode
  title: string
  children: ReactNode
}) => (
  <Callout tone={tone} icon={icon} title={title}>
    {children}
  </Callout>
)

/** The hold and the time that is left of it. */
function Held({ token, stay, onLapsed }: StayProps & { onLapsed: () => unknown }) {
  const left = useCountdown(stay.expiresAt)
  const [release, { isLoading }] = useReleaseHoldMutation()
  const isOver = left === 0
  useEffect(() => {
    if (isOver) onLapsed()
  }, [isOver, onLapsed])
  const releaseNights = () =>
    release({ token })
      .unwrap()
      .catch((error: unknown) => toastError('Failed to give the dates back', error))
  return (
    <Callout
      tone="warning"
      icon={<Hourglass aria-hidden />}
      title={
        <>
          Held for you for <span className="figures">{clockText(left)}</span>
        </>
      }
      action={
        <Button size="sm" variant="secondary" loading={isLoading} onClick={() => void releaseNights()}>
          Give the dates back
        </Button>
      }
    >
      Pay before the time is up to book these nights. Nobody else can book them meanwhile.
    </Callout>
  )
}
