import { plans } from '@keyhold/contracts/billing/plans'
import { ChevronDown } from 'lucide-react'
import { capOf, yearlySaving } from '~/components/billing/plans.ts'
import { headlineMoney, list, plural } from '~/lib/format.ts'

interface Terms {
  trialDays: number
  defaultMaxProperties: number
  provider: 'stripe' | 'test'
}

const savings = list(plans.map((plan) => `${headlineMoney(yearlySaving(plan).amount)} on ${plan.marketingName}`))
const caps = list(plans.map((plan) => `${capOf(plan.maxProperties).toLowerCase()} on ${plan.marketingName}`))

const questionsFor = ({ trialDays, defaultMaxProperties, provider }: Terms): { question: string; answer: string }[] => [
  {
    question: 'How does the free trial work?',
    answer: `A new account has full access for ${plural(trialDays, 'day')}, with ${capOf(defaultMaxProperties).toLowerCase()}. No credit card is asked for and there are no setup fees. When the trial ends nothing is charged and nothing is deleted: everything stays readable, and adding properties needs a plan.`,
  },
  {
    question: 'Can I cancel at any time?',
    answer:
      'Yes, in Account Settings. The plan goes on until the end of the period you have paid for, and nothing more is charged. Until that day you can take the cancellation back.',
  },
  {
    question: 'What happens when I change plans?',
    answer:
      'The change is prorated. You pay the new price for the rest of the period, less what is left of the old plan, and you see the calculation line by line before you confirm. If more is left than the new plan costs, the rest is kept as credit for later invoices.',
  },
  {
    question: 'What if I have more properties than a smaller plan holds?',
    answer: `All of them stay, with their tenants, payments and documents. You can add another one once you are below the limit again: ${caps}.`,
  },
  {
    question: 'How much does paying by the year save?',
    answer: `Around 15%, compared with twelve monthly payments: ${savings} a year.`,
  },
  {
    question: 'What happens to my data when a plan ends?',
    answer:
      'It stays yours and stays readable: properties, tenants, payments and documents. Choose a plan again and go on where you left off.',
  },
  {
    question: 'How are cards handled?',
    answer:
      provider === 'stripe'
        ? 'Stripe takes the payments. Card details go straight from your browser to Stripe, and Keyhold never sees the card number.'
        : 'Keyhold runs in test mode here: cards are simulated, no real card should be entered, and no money moves.',
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
