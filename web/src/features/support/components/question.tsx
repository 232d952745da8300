import type { SupportThread } from '@keyhold/contracts/identity/support-tickets'
import { CheckCheck, SearchX } from 'lucide-react'
import { Link } from 'react-router-dom'
import { isApiError, messageOf } from '~/api/client/problem.ts'
import { ReplyForm } from '~/components/support/reply-form.tsx'
import { Thread } from '~/components/support/thread.tsx'
import { sayStatus } from '~/components/support/words.ts'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { DocumentTitle, PageHeader } from '~/components/ui/page-header.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { dateTime } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toast } from '~/lib/toast.ts'
import { useCloseTicketMutation, useGetTicketQuery, useReplyToTicketMutation } from '~/api/support-tickets.ts'

const crumbs = [{ label: 'Help & support', to: paths.support }]

/** One question with its answers. */
export function Question({ id }: { id: string }) {
  const { currentData: ticket, isError, error, refetch } = useGetTicketQuery({ id })
  if (ticket) return <Conversation ticket={ticket} />
  if (isApiError(error) && (error.status === 404 || error.status === 400)) return <NotFound />
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title="Question" crumbs={crumbs} />
      <RowSkeletons count={3} />
    </>
  )
}

function NotFound() {
  return (
    <>
      <DocumentTitle title="Question Not Found" />
      <EmptyState
        level={1}
        icon={<SearchX aria-hidden />}
        title="Question Not Found"
        description="The question you're looking for doesn't exist."
        action={
          <Button asChild variant="secondary">
            <Link to={paths.support}>All questions</Link>
          </Button>
        }
      />
    </>
  )
}

function Conversation({ ticket }: { ticket: SupportThread }) {
  const [reply, replying] = useReplyToTicketMutation()
  const [close, closing] = useCloseTicketMutation()
  const isClosed = ticket.status === 'closed'

  const end = async () => {
    try {
      await close({ id: ticket.id }).unwrap()
      toast({ variant: 'success', title: 'Question closed', description: 'Write again and it opens again.' })
    } catch (error) {
      toast({ variant: 'destructive', title: 'Failed to close the question', description: messageOf(error) })
    }
  }

  return (
    <>
      <PageHeader
        title={ticket.subject}
        badge={<StatusBadge {...sayStatus(ticket.status, 'landlord')} />}
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
            label={isClosed ? 'Write again, and the question opens again' : 'Your reply'}
            sending={replying.isLoading}
            onSend={(message) => reply({ id: ticket.id, message }).unwrap()}
          />
        </Card>
      </div>
    </>
  )
}
