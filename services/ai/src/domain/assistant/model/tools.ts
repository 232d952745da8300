import { z } from '@keyhold/contracts/zod'
import { findPassages, passagesOf } from '../answers/documents.ts'
import {
  landlordAnswer,
  leaseEndAnswer,
  leaseStartAnswer,
  rentAnswer,
  requestsAnswer,
} from '../answers/home-answers.ts'
import {
  type Answer,
  balanceReasonAnswer,
  depositAnswer,
  howToPayAnswer,
  lastPaymentAnswer,
  lateFeesAnswer,
  nextPaymentAnswer,
} from '../answers/money-answers.ts'
import { visitProposal } from '../answers/visits.ts'
import type { Source, TenantRecords } from '../facts/facts.ts'
import { normalize } from '../understanding/normalize.ts'

const nothing = z.strictObject({})
const search = z.strictObject({ query: z.string().min(1).max(200) })

interface Tool {
  name: string
  description: string
  input: z.ZodObject
  run(facts: TenantRecords, input: Record<string, unknown>): Answer | null
}

const both =
  (...answers: ((facts: TenantRecords, language: 'en') => Answer | null)[]) =>
  (facts: TenantRecords): Answer | null => {
    const said = answers.flatMap((one) => one(facts, 'en') ?? [])
    return said.length === 0
      ? null
      : { text: said.map(({ text }) => text).join(' '), sources: said.flatMap(({ sources }) => sources) }
  }

/** What a model may ask for. No tool takes an id: whose records they read was settled before the model was asked. */
export const tools: readonly Tool[] = [
  {
    name: 'get_balance',
    description: 'The balance and what it is made up of',
    input: nothing,
    run: both(balanceReasonAnswer),
  },
  {
    name: 'get_next_payment',
    description: 'The next payment and what is past due',
    input: nothing,
    run: both(nextPaymentAnswer),
  },
  {
    name: 'get_payments',
    description: 'The last payments received',
    input: nothing,
    run: (facts) => lastPaymentAnswer(facts, 'en', ''),
  },
  {
    name: 'get_lease',
    description: 'Start, end and monthly rent of the lease',
    input: nothing,
    run: both(leaseStartAnswer, leaseEndAnswer, rentAnswer),
  },
  { name: 'get_deposit', description: 'The security deposit that is held', input: nothing, run: both(depositAnswer) },
  { name: 'get_late_fee_terms', description: 'Grace period and late fees', input: nothing, run: both(lateFeesAnswer) },
  {
    name: 'get_requests',
    description: 'Maintenance requests and their states',
    input: nothing,
    run: (facts) => requestsAnswer(facts, 'en', ''),
  },
  {
    name: 'get_visit_times',
    description: 'Times that are offered for a visit',
    input: nothing,
    run: (facts) => visitProposal(facts, '', 'en'),
  },
  {
    name: 'get_landlord',
    description: 'Name and contact details of the landlord',
    input: nothing,
    run: both(landlordAnswer),
  },
  { name: 'get_ways_to_pay', description: 'How rent can be paid', input: nothing, run: both(howToPayAnswer) },
  {
    name: 'search_documents',
    description: 'Passages of the lease, house rules and other documents shared with the tenant',
    input: search,
    run(facts, input) {
      const found = findPassages(facts.documents, normalize(String(input.query)))
      const passages = found.length > 0 ? found : passagesOf(facts.documents).slice(0, 5)
      if (passages.length === 0) return null
      return {
        text: passages.map(({ document, text }) => `"${document.fileName}": ${text}`).join('\n'),
        sources: passages.map(({ document, text }) => ({
          label: document.fileName.slice(0, 200),
          text,
          path: `/documents?document=${document.documentId}`,
        })),
      }
    },
  },
]

export interface ToolResult {
  isRefused: boolean
  text: string
  sources: Source[]
}

/** Runs a tool by name with the text of its arguments. What is not among the tools and their arguments is refused. */
export function runTool(facts: TenantRecords, name: string, argumentText: string): ToolResult {
  const refused = (text: string): ToolResult => ({ isRefused: true, text, sources: [] })
  const tool = tools.find((one) => one.name === name)
  if (!tool) return refused('Refused: there is no such tool.')
  let raw: unknown
  try {
    raw = JSON.parse(argumentText || '{}')
  } catch {
    return refused('Refused: the arguments are not JSON.')
  }
  const input = tool.input.safeParse(raw)
  if (!input.success)
    return refused('Refused: an argument is unknown or wrong. Tools answer for the asking tenant only.')
  const answer = tool.run(facts, input.data)
  return answer
    ? { isRefused: false, ...answer }
    : { isRefused: false, text: 'The records do not contain it.', sources: [] }
}
