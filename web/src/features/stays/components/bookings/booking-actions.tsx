import type { ShortTermBookingDetail } from '@keyhold/contracts/properties/stays/bookings'
import { MoreHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import {
  useAcceptBookingMutation,
  useCheckInBookingMutation,
  useCheckOutBookingMutation,
  useDeclineBookingMutation,
  useMarkNoShowMutation,
} from '~/api/bookings.ts'
import { Button } from '~/components/ui/button.tsx'
import { type Question, useConfirm } from '~/components/ui/confirm.tsx'
import { DialogFooter } from '~/components/ui/dialog.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { stepsOf } from '../../steps.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { ExtendDialog } from './extend-dialog.tsx'

type Form = 'change' | 'extend' | 'cancel'

/** What the landlord can do with a booking now. */
export function BookingActions({ booking }: { booking: ShortTermBookingDetail }) {
  const [form, setForm] = useState<Form | null>(null)
  const { id } = booking
  const [checkIn, checkingIn] = useCheckInBookingMutation()
  const [checkOut, checkingOut] = useCheckOutBookingMutation()
  const [markNoShow] = useMarkNoShowMutation()
  const [accept, accepting] = useAcceptBookingMutation()
  const [decline] = useDeclineBookingMutation()
  const take = useStep()
  const steps = stepsOf(booking)
  const close = () => setForm(null)
  const name = booking.guestName

  return (
    <>
      <DialogFooter>
        {(steps.canChange || steps.canMarkNoShow) && (
          <Menu
            side="top"
            trigger={
              <Button variant="secondary" icon={<MoreHorizontal aria-hidden />}>
                More
              </Button>
            }
          >
            {steps.canExtend && <MenuItem onSelect={() => setForm('extend')}>Extend the stay…</MenuItem>}
            {steps.canMarkNoShow && (
              <MenuItem
                onSelect={() =>
                  take('Marked as a no-show', () => markNoShow({ id }).unwrap(), {
                    title: 'Did the guests not come?',
                    description: `${name} did not arrive. The nights that are left come free; nothing is refunded by itself.`,
                    confirmLabel: 'Mark as no-show',
                    destructive: true,
                  })
                }
              >
                No-show…
              </MenuItem>
            )}
            {steps.canCancel && (
              <MenuItem destructive onSelect={() => setForm('cancel')}>
                Cancel booking…
              </MenuItem>
            )}
          </Menu>
        )}
        <Button variant="secondary" onClick={() => setForm('change')}>
          Change
        </Button>
        {steps.canAnswer && (
          <>
            <Button
              variant="secondary"
              onClick={() =>
                take('Request declined', () => decline({ id }).unwrap(), {
                  title: 'Decline this request?',
                  description: `${name} is told, and what was paid is refunded. The nights come free.`,
                  confirmLabel: 'Decline',
                  destructive: true,
                })
              }
            >
              Decline
            </Button>
            <Button
              loading={accepting.isLoading}
              onClick={() => take('Request accepted', () => accept({ id }).unwrap())}
            >
              Accept
            </Button>
          </>
        )}
        {steps.canCheckIn && (
          <Button loading={checkingIn.isLoading} onClick={() => take('Checked in', () => checkIn({ id }).unwrap())}>
            Check in
          </Button>
        )}
        {steps.canCheckOut && (
          <Button
            loading={checkingOut.isLoading}
            onClick={() =>
              take(
                'Checked out',
                () => checkOut({ id }).unwrap(),
                steps.leavesEarly
                  ? {
                      title: 'Check out early?',
                      description: 'The nights from today on come free. The price stays as it is.',
                      confirmLabel: 'Check out',
                    }
                  : undefined,
              )
            }
          >
            Check out
          </Button>
        )}
      </DialogFooter>
      {dialogOf(form, booking, close)}
    </>
  )
}

function dialogOf(form: Form | null, booking: ShortTermBookingDetail, onClose: () => void): ReactNode {
  if (form === 'change') return <ChangeDialog booking={booking} onClose={onClose} />
  if (form === 'extend') return <ExtendDialog booking={booking} onClose={onClose} />
  if (form === 'cancel') return <CancelDialog booking={booking} onClose={onClose} />
  return null
}

/** Makes one step of a booking, asking first where it can't be taken back. */
function useStep() {
  const confirm = useConfirm()
  const step = async (done: string, make: () => Promise<unknown>, question?: Question) => {
    if (question && !(await confirm(question))) return
    try {
      await make()
      toast({ variant: 'success', title: done })
    } catch (error) {
      toastError('Failed to update the booking', error)
    }
  }
  return (...given: Parameters<typeof step>) => void step(...given)
}
