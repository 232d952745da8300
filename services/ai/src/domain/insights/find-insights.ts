import { earliest, type Portfolio, type Verdict } from './portfolio.ts'
import { ageingRequests } from './rules/ageing-requests.ts'
import { arrears } from './rules/arrears.ts'
import { leaseEnding } from './rules/lease-ending.ts'
import { payingLate } from './rules/paying-late.ts'
import { rentBelowComparables } from './rules/rent-below-comparables.ts'
import { repeatedRepairs } from './rules/repeated-repairs.ts'

const rules = [rentBelowComparables, leaseEnding, repeatedRepairs, ageingRequests, arrears, payingLate]

/** The findings of all rules, and when the calendar alone can change them. */
export function findInsights(portfolio: Portfolio): Verdict {
  const verdicts = rules.map((rule) => rule(portfolio))
  return {
    findings: verdicts.flatMap(({ findings }) => findings).toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    next: earliest(verdicts.map(({ next }) => next)),
  }
}
