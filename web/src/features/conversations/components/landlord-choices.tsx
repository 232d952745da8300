import type { Conversation } from '@keyhold/contracts/messaging/conversations'
import { Checkbox } from '~/components/ui/choices.tsx'

export interface Choices {
  asksAssistant: boolean
  alsoText: boolean
  alsoMail: boolean
}

interface Props {
  conversation: Conversation
  choices: Choices
  onChange: (choices: Choices) => void
}

/** What a landlord chooses for a message to a tenant: an answer of the assistant, and further ways to send it. */
export function LandlordChoices({ conversation: { tenantId }, choices, onChange }: Props) {
  // Without a tenant the assistant is who one writes to.
  if (tenantId === null) return null
  const box = (name: keyof Choices, label: string) => (
    <label className="flex min-h-8 items-center gap-2">
      <Checkbox
        checked={choices[name]}
        onCheckedChange={(checked) => onChange({ ...choices, [name]: checked === true })}
      />
      {label}
    </label>
  )
  return (
    <>
      {box('asksAssistant', 'AI assistance')}
      {box('alsoText', 'Also as a text')}
      {box('alsoMail', 'Also by email')}
    </>
  )
}
