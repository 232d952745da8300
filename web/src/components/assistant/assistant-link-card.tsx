import { Link } from 'react-router-dom'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { paths } from '~/lib/paths.ts'

/** The way to the assistant's log and settings. */
export function AssistantLinkCard() {
  return (
    <SectionCard
      title="Assistant"
      description="What tenants asked and what was answered, what the assistant may do, and what it cost."
      action={
        <Button variant="secondary" size="sm" asChild>
          <Link to={paths.assistant}>Open</Link>
        </Button>
      }
    >
      {null}
    </SectionCard>
  )
}
