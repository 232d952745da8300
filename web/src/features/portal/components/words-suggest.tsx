import { Sparkles } from 'lucide-react'
import { suggestionText, wordsQuoted } from '~/components/maintenance/suggestion-text.ts'
import { Button } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { today } from '~/lib/format.ts'
import { type NewRequest, type Rules, suggestedIn } from '../request-rules.ts'

/** What the tenant's words say otherwise than category and urgency do, while they are typed; one tap takes it over. */
export function WordsSuggest({
  report,
  rules,
  onAccept,
}: {
  report: NewRequest
  rules: Rules
  onAccept: (chosen: Partial<Pick<NewRequest, 'category' | 'priority'>>) => void
}) {
  const suggestion = suggestedIn(rules, report, today())
  return (
    <output>
      {suggestion && (
        <Callout
          tone={suggestion.priority === 'emergency' ? 'danger' : 'warning'}
          icon={<Sparkles aria-hidden />}
          title={`Suggested: ${suggestionText(suggestion)}`}
          action={
            <Button
              size="sm"
              variant="secondary"
              onClick={() =>
                onAccept({
                  ...(suggestion.category ? { category: suggestion.category } : {}),
                  ...(suggestion.priority ? { priority: suggestion.priority } : {}),
                })
              }
            >
              Use this
            </Button>
          }
        >
          By your words {wordsQuoted(suggestion.words)}. You can choose something else below.
        </Callout>
      )}
    </output>
  )
}
