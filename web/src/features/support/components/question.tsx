import type { SupportThread } from '@keyhold/contracts/identity/support-tickets'
import { CheckCheck } from 'lucide-react'
import { useCloseTicketMutation, useGetTicketQuery, useReplyToTicketMutation } from '~/api/support-tickets.ts'
import { RecordPage } from '~/components/record-page.tsx'
import { ReplyForm } from '~/components/support/reply-form.tsx'
import { Thread } from '~/components/support/thread.tsx'
import { statusBadgeOf } from '~/components/support/words.ts'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { dateTime } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'

const crumbs = [{ label: 'Help & support', to: paths.support }]

/** One question with its answers. */
export function Question({ id }: { id: string }) {
  return (
    <RecordPage
      query={useGetTicketQuery({ id })}
      title="Question"
      crumbs={crumbs}
      loading={<RowSkeletons count={3} />}
      notFound={notFound}
    >
      {(ticket) => <Conversation ticket={ticket} />}
    </RecordPage>
  )
}

const notFound = {
  title: 'Question Not Found',
  description: "The question you're looking for doesn't exist.",
  back: 'All questions',
  variant: 'secondary',
} as const

function Conversation({ ticket }: { ticket: SupportThread }) {
  const [reply, replying] = useReplyToTicketMutation()
  const [close, closing] = useCloseTicketMutation()
  const isClosed = ticket.status === 'closed'

  const end = async () => {
    try {
      await close({ id: ticket.id }).unwrap()
      toast({ variant: 'success', title: 'Question closed', description: 'Write again to reopen it.' })
    } catch (error) {
      toastError('Failed to close the question', error)
    }
  }

  return (
    <>
      <PageHeader
        title={ticket.subject}
        badge={<StatusBadge {...statusBadgeOf(ticket.status, 'landlord')} />}
        description={`Asked ${dateTime(ticket.createdAt)}`}
        crumbs={crumbs}
        actions={
          !isClosed && (
            <Button
              variant="secondary"
              icon={<CheckCheck aria-hidden />}
              loading={closing.isLoading}
              onClick={() => void end()}
            >
              Close question
            </Button>
          )
        }
      />
      <div className="grid max-w-3xl gap-6">
        <Thread messages={ticket.messages} reader="landlord" />
        <Card>
          <ReplyForm
            label={isClosed ? 'Write again to reopen the question' : 'Your reply'}
            sending={replying.isLoading}
            onSend={(message) => reply({ id: ticket.id, message }).unwrap()}
          />
        </Card>
      </div>
    </>
  )
}
