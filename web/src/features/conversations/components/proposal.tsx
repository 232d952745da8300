import type { Message } from '@keyhold/contracts/messaging/conversations-messages'
import { useDecideProposalMutation } from '~/api/conversations.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { toastError } from '~/lib/toast.ts'
import type { View } from '../view.ts'
import { proposalTitle } from '../words.ts'

interface Props {
  view: View
  message: Message
  proposal: NonNullable<Message['proposal']>
}

/** What the assistant would do: the tenant decides, the landlord sees the decision. */
export function Proposal({ view, message: { id, proposalDecision }, proposal }: Props) {
  const [decide, { isLoading }] = useDecideProposalMutation()
  const press = async (decision: 'confirmed' | 'declined') => {
    try {
      await decide({ id, decision }).unwrap()
    } catch (error) {
      toastError('Your answer was not saved', error)
    }
  }
  return (
    <div className="grid gap-2 rounded-lg border border-line-strong bg-raised px-3.5 py-3">
      <p className="font-medium">{proposalTitle(proposal)}</p>
      <p className="text-sm whitespace-pre-wrap text-muted">{proposal.description}</p>
      {proposalDecision !== null ? (
        <p>{proposalDecision === 'confirmed' ? <Badge tone="success">Confirmed</Badge> : <Badge>Declined</Badge>}</p>
      ) : view === 'tenant' ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" loading={isLoading} onClick={() => void press('confirmed')}>
            Confirm
          </Button>
          <Button size="sm" variant="secondary" onClick={() => void press('declined')}>
            No thanks
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">Waits for the tenant’s answer.</p>
      )}
    </div>
  )
}
