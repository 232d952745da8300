import type { ShortTermBookingDetail } from '@keyhold/contracts/properties/stays/bookings'
import { useCreateGuestLinkMutation } from '~/api/bookings.ts'
import { Button } from '~/components/ui/button.tsx'
import { CopyButton } from '~/components/ui/copy-button.tsx'
import { toastError } from '~/lib/toast.ts'

/** Makes the link to the guest's own page; it is shown once. */
export function GuestLink({ booking }: { booking: ShortTermBookingDetail }) {
  const [create, { data, isLoading }] = useCreateGuestLinkMutation()
  const make = () =>
    create({ id: booking.id })
      .unwrap()
      .catch((error: unknown) => toastError('Failed to make the link', error))
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold tracking-tight">Guest’s page</h3>
      <p className="text-muted">
        The guest sees the stay, the way in once it is due, and can change or cancel by your rules.
      </p>
      {data ? (
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-w-0 flex-1 rounded-md bg-sunken px-2 py-1 text-sm break-all dark:bg-surface">
            {data.link}
          </code>
          <CopyButton text={data.link} label="Copy link" />
        </div>
      ) : (
        <Button
          size="sm"
          variant="secondary"
          className="justify-self-start"
          loading={isLoading}
          onClick={() => void make()}
        >
          Make a link
        </Button>
      )}
    </section>
  )
}
