import type { AssistantExchange } from '@keyhold/contracts/ai/assistant'
import type { Tone } from '~/components/ui/badge.tsx'

type Outcome = AssistantExchange['outcome']

const outcomes: Record<Outcome, { label: string; tone: Tone }> = {
  answered: { label: 'Answered', tone: 'success' },
  handed_over: { label: 'Passed to you', tone: 'warning' },
  emergency: { label: 'Emergency', tone: 'danger' },
}

/** Props of the badge that says how an exchange ended. */
export const outcomeBadgeOf = (outcome: Outcome) => ({ status: outcome, ...outcomes[outcome] })

/** The filters of the log, as they stand in the address. */
export const filters = [
  { value: '', label: 'All' },
  { value: 'answered', label: 'Answered' },
  { value: 'handed_over', label: 'Passed to you' },
  { value: 'emergency', label: 'Emergencies' },
  { value: 'bad', label: 'Rated wrong' },
] as const

type Filter = (typeof filters)[number]['value']

/** The filter in the address, as query parameters of the API. */
export function filterOf(chosen: string): { value: Filter; query: { outcome?: Outcome; rating?: 'bad' } } {
  if (chosen === 'answered' || chosen === 'handed_over' || chosen === 'emergency')
    return { value: chosen, query: { outcome: chosen } }
  return chosen === 'bad' ? { value: chosen, query: { rating: chosen } } : { value: '', query: {} }
}

const smallCost = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })

/** Dollars with fractions of a cent. */
export const costText = (dollars: number): string => smallCost.format(dollars)

/** Which engine answered, for whom this matters. */
export function engineText({ engine, model, latencyMs, cost }: AssistantExchange): string {
  const seconds = `${(latencyMs / 1000).toFixed(1)} s`
  const by = engine === 'openai' ? (model ?? 'External model') : 'Built-in engine'
  return cost > 0 ? `${by}, ${seconds}, ${costText(cost)}` : `${by}, ${seconds}`
}
