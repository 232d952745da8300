import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { Siren, Sparkles } from 'lucide-react'
import { useConfirmAlertMutation, useSettleSuggestionMutation } from '~/api/requests.ts'
import { suggestionText, wordsQuoted } from '~/components/maintenance/suggestion-text.ts'
import { Button } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { words } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

/** An emergency that nobody has confirmed: its alert is repeated until then. */
export function AlertCallout({ request }: { request: MaintenanceRequest }) {
  const [confirm, { isLoading }] = useConfirmAlertMutation()
  if (request.alert !== 'sounding') return null
  const run = async () => {
    try {
      await confirm({ id: request.id }).unwrap()
      toast({ variant: 'success', title: 'Emergency confirmed', description: 'The alert is not repeated.' })
    } catch (error) {
      toastError('The emergency could not be confirmed', error)
    }
  }
  return (
    <Callout
      tone="danger"
      icon={<Siren aria-hidden />}
      title="This emergency is not confirmed"
      action={
        <Button size="sm" variant="danger" loading={isLoading} onClick={() => void run()}>
          I am on it
        </Button>
      }
    >
      The alert is repeated every ten minutes until you confirm it.
    </Callout>
  )
}

/** What triage reads from the tenant's words, to be accepted with one click. */
export function SuggestionCallout({ request }: { request: MaintenanceRequest }) {
  const [settle, { isLoading }] = useSettleSuggestionMutation()
  const { suggestion } = request
  if (!suggestion) return null
  const run = async (accept: boolean) => {
    try {
      await settle({ id: request.id, accept }).unwrap()
      toast({ variant: 'success', title: accept ? 'Suggestion accepted' : 'Suggestion dismissed' })
    } catch (error) {
      toastError('The suggestion could not be saved', error)
    }
  }
  return (
    <Callout
      tone={suggestion.priority === 'emergency' ? 'danger' : 'warning'}
      icon={<Sparkles aria-hidden />}
      title={`Suggested: ${suggestionText(suggestion)}`}
      action={
        <div className="flex gap-2">
          <Button size="sm" variant="ghost" disabled={isLoading} onClick={() => void run(false)}>
            Dismiss
          </Button>
          <Button size="sm" loading={isLoading} onClick={() => void run(true)}>
            Accept
          </Button>
        </div>
      }
    >
      By the words {wordsQuoted(suggestion.words)}. The tenant chose {words(request.priority).toLowerCase()},{' '}
      {words(request.category).toLowerCase()}.
    </Callout>
  )
}
