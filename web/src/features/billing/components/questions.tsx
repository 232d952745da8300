import { plans } from '@keyhold/contracts/billing/plans'
import { ChevronDown } from 'lucide-react'
import { capOf, yearlySaving } from '~/components/billing/plans.ts'
import { headlineMoney, list, plural } from '~/lib/format.ts'

interface Terms {
  trialDays: number
  defaultMaxProperties: number
  provider: 'stripe' | 'test' | 'none'
}

const savings = list(plans.map((plan) => `${headlineMoney(yearlySaving(plan).amount)} on ${plan.name}`))
const caps = list(plans.map((plan) => `${capOf(plan.maxProperties).toLowerCase()} on ${plan.name}`))

const cardAnswers = {
  stripe:
    'Stripe processes payments. Card details go straight from your browser to Stripe, and Keyhold never sees the card number.',
  test: 'Keyhold runs in test mode here: cards are simulated, no real card should be entered, and no money moves.',
  none: 'Card payments are not set up here yet, so plans cannot be bought. Ask the people who run this site.',
}

const questionsFor = ({ trialDays, defaultMaxProperties, provider }: Terms): { question: string; answer: string }[] => [
  {
    question: 'How does the free trial work?',
    answer: `A new account has full access for ${plural(trialDays, 'day')}, with ${capOf(defaultMaxProperties).toLowerCase()}. No credit card is required and there are no setup fees. When the trial ends, nothing is charged and nothing is deleted. You can still view everything; to add properties, choose a plan.`,
  },
  {
    question: 'Can I cancel at any time?',
    answer:
      'Yes, in Account Settings. Your plan stays active until the end of the period you paid for, and you won’t be charged again. Until then you can resume it.',
  },
  {
    question: 'What happens when I change plans?',
    answer:
      'The change is prorated. You pay the new price for the rest of the period, less the unused time on your old plan, and you see each line before you confirm. If the unused time is worth more than the new plan costs, the rest becomes credit for future invoices. Credit stays on your account, even if you cancel.',
  },
  {
    question: 'What if I have more properties than a smaller plan includes?',
    answer: `You keep all of them, with their tenants, payments and documents. You can add another once you are below the limit: ${caps}.`,
  },
  {
    question: 'How much do I save by paying yearly?',
    answer: `Around 15%, compared with twelve monthly payments: ${savings} a year.`,
  },
  {
    question: 'What happens to my data when a plan ends?',
    answer:
      'It stays yours, and you can still view it: properties, tenants, payments and documents. Choose a plan to pick up where you left off.',
  },
  {
    question: 'How are cards handled?',
    answer: cardAnswers[provider],
  },
]

/** Frequent questions. The browser's own disclosure element works with keyboard, screen readers and page search. */
export function Questions({ terms }: { terms: Terms }) {
  return (
    <div className="divide-y divide-line rounded-lg border border-line bg-surface">
      {questionsFor(terms).map(({ question, answer }) => (
        <details key={question} className="group">
          <summary className="flex min-h-12 list-none items-center justify-between gap-4 px-5 py-3 font-medium hover:bg-sunken focus-visible:-outline-offset-2 dark:hover:bg-raised [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown
              aria-hidden
              className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="max-w-3xl px-5 pt-1 pb-5 text-muted">{answer}</p>
        </details>
      ))}
    </div>
  )
}
