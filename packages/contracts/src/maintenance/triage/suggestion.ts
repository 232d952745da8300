import type { maintenanceCategories } from '../request-values.ts'
import type { Priority } from './rules.ts'
import { type Suggestion, triage } from './triage.ts'

export interface Report {
  title: string
  description: string
  /** '': not chosen yet. */
  category: (typeof maintenanceCategories)[number] | ''
  priority: Priority
}

const rank: Record<Priority, number> = { low: 0, medium: 1, high: 2, emergency: 3 }

/** Categories that only tenants or only some screens have, and that the words cannot tell from the others. */
const specific = new Set<string>(['structural', 'cleaning', 'landscaping'])
const sameAs = (category: string) => (category === 'appliance' ? 'appliances' : category)

/** What the words of a report say otherwise than the tenant chose; null where nothing. It lowers an urgency to low alone. `on`: the day, for heating. */
export function suggestionFor(report: Report, on: string): Suggestion | null {
  const { category, priority, words } = triage(report, on)
  const isOther = category !== null && category !== sameAs(report.category) && !specific.has(report.category)
  const isRaised = priority !== null && rank[priority] > rank[report.priority]
  const isLowered = priority === 'low' && rank[report.priority] >= rank.high
  if (!isOther && !isRaised && !isLowered) return null
  return { category: isOther ? category : null, priority: isRaised || isLowered ? priority : null, words }
}
