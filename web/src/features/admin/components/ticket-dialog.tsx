import type { SupportThread } from '@keyhold/contracts/identity/support-tickets'
import { CheckCheck } from 'lucide-react'
import { useAnswerTicketMutation, useCloseAnyTicketMutation, useGetAnyTicketQuery } from '~/api/support-tickets.ts'
import { ReplyForm } from '~/components/support/reply-form.tsx'
import { Thread } from '~/components/support/thread.tsx'
import { statusBadgeOf } from '~/components/support/words.ts'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { toast, toastError } from '~/lib/toast.ts'

/** One question of a landlord: read, answer, close. */
export function TicketDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { currentData: ticket, isError, error, refetch } = useGetAnyTicketQuery({ id })
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={ticket?.subject ?? 'Support ticket'}
      description={ticket && `${ticket.landlordName} · ${ticket.landlordEmail}`}
    >
      {ticket ? (
        <Answer ticket={ticket} onClose={onClose} />
      ) : isError ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={2} />
      )}
    </Dialog>
  )
}

function Answer({ ticket, onClose }: { ticket: SupportThread; onClose: () => void }) {
  const [answer, answering] = useAnswerTicketMutation()
  const [close, closing] = useCloseAnyTicketMutation()
  const isClosed = ticket.status === 'closed'

  const end = async () => {
    try {
      await close({ id: ticket.id }).unwrap()
      toast({ variant: 'success', title: 'Ticket closed', description: ticket.subject })
      onClose()
    } catch (error) {
      toastError('Failed to close the ticket', error)
    }
  }

  return (
    <div className="grid gap-5">
      <div>
        <StatusBadge {...statusBadgeOf(ticket.status, 'admin')} />
      </div>
      <Thread messages={ticket.messages} reader="admin" />
      <div className="border-t border-line pt-4">
        <ReplyForm
          label={isClosed ? 'Answer anyway' : 'Your answer'}
          sending={answering.isLoading}
          onSend={(message) => answer({ id: ticket.id, message }).unwrap()}
          beside={
            !isClosed && (
              <Button
                variant="secondary"
                icon={<CheckCheck aria-hidden />}
                loading={closing.isLoading}
                onClick={() => void end()}
              >
                Close ticket
              </Button>
            )
          }
        />
      </div>
    </div>
  )
}
