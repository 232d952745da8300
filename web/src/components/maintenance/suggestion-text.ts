import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { list, words } from '~/lib/format.ts'

type Suggestion = NonNullable<MaintenanceRequest['suggestion']>

/** "Emergency, plumbing": what triage suggests instead of what the tenant chose. */
export const suggestionText = ({ category, priority }: Pick<Suggestion, 'category' | 'priority'>): string =>
  [priority, category]
    .flatMap((one, index) => (one ? [index === 0 || !priority ? words(one) : words(one).toLowerCase()] : []))
    .join(', ')

/** The words that it rests on: “gas smell” and “kitchen” */
export const wordsQuoted = (texts: readonly string[]): string => list(texts.map((text) => `“${text}”`))
