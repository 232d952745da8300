import { CalendarX2 } from 'lucide-react'
import { isApiError } from '~/api/client/problem.ts'
import { Button } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { offerWords } from './words.ts'

export interface FreeNights {
  from: string
  until: string | null
}

/** The free nights that a refusal names, or none. */
export const freeNightsOf = (error: unknown): FreeNights[] =>
  isApiError(error) && error.code === 'nights-taken' ? (error.freeNights ?? []) : []

/** Says that nights are taken, and offers the nearest free ones. */
export function FreeDates({
  sentence,
  offers,
  onChoose,
}: {
  sentence: string
  offers: readonly FreeNights[]
  onChoose: (from: string, until: string | null) => void
}) {
  return (
    <Callout tone="danger" icon={<CalendarX2 aria-hidden />} title={sentence}>
      {offers.length > 0 && (
        <>
          <p>The nearest free dates:</p>
          <div className="mt-2 flex flex-wrap gap-2">
            {offers.map(({ from, until }) => (
              <Button key={from} size="sm" variant="secondary" onClick={() => onChoose(from, until)}>
                {offerWords(from, until)}
              </Button>
            ))}
          </div>
        </>
      )}
    </Callout>
  )
}
