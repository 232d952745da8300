import type { maintenanceCategories } from '@keyhold/contracts/maintenance/requests'
import type { RequestRow } from '../../schema.ts'
import type { Priority } from './rules.ts'
import { triage } from './triage.ts'

interface Report {
  title: string
  description: string
  category: (typeof maintenanceCategories)[number]
  priority: Priority
}

const rank: Record<Priority, number> = { low: 0, medium: 1, high: 2, emergency: 3 }

/** Categories that only tenants or only some screens have, and that the words cannot tell from the others. */
const specific = new Set<string>(['structural', 'cleaning', 'landscaping'])
const sameAs = (category: string) => (category === 'appliance' ? 'appliances' : category)

/** The columns of a request's suggestion: only what says something else than the tenant chose. It lowers an urgency to low alone. */
export function suggestionFor(
  report: Report,
  on: string,
): Pick<RequestRow, 'suggestedCategory' | 'suggestedPriority' | 'suggestionWords'> {
  const { category, priority, words } = triage(report, on)
  const isOther = category !== null && category !== sameAs(report.category) && !specific.has(report.category)
  const isRaised = priority !== null && rank[priority] > rank[report.priority]
  const isLowered = priority === 'low' && rank[report.priority] >= rank.high
  const suggestedCategory = isOther ? category : null
  const suggestedPriority = isRaised || isLowered ? priority : null
  return {
    suggestedCategory,
    suggestedPriority,
    suggestionWords: suggestedCategory === null && suggestedPriority === null ? [] : words,
  }
}
