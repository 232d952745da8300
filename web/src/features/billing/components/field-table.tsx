import type { Subscription } from '@keyhold/contracts/billing/subscriptions'
import type { User } from '@keyhold/contracts/identity/accounts'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { nothing } from '~/lib/format.ts'

type Value = string | number | boolean | null

interface Row {
  name: string
  account: Value
  /** undefined: billing has no record. */
  billing?: (subscription: Subscription) => Value
}

/** null means two things: no limit, or nothing there. */
const said = (name: string, value: Value): string =>
  value === null ? (name === 'maxProperties' ? 'unlimited' : nothing) : String(value)

const rowsOf = (user: User): Row[] => [
  { name: 'userType', account: user.userType },
  { name: 'email', account: user.email },
  { name: 'subscriptionPlan', account: user.subscriptionPlan, billing: ({ plan }) => plan },
  { name: 'subscriptionStatus', account: user.subscriptionStatus, billing: ({ status }) => status },
  { name: 'maxProperties', account: user.maxProperties, billing: ({ maxProperties }) => maxProperties },
  { name: 'trialEndDate', account: user.trialEndDate, billing: ({ trialEndDate }) => trialEndDate },
  {
    name: 'subscriptionEndDate',
    account: user.subscriptionEndDate,
    billing: ({ subscriptionEndDate }) => subscriptionEndDate,
  },
  { name: 'stripeCustomerId', account: user.stripeCustomerId, billing: ({ stripeCustomerId }) => stripeCustomerId },
  {
    name: 'stripeSubscriptionId',
    account: user.stripeSubscriptionId,
    billing: ({ stripeSubscriptionId }) => stripeSubscriptionId,
  },
  { name: 'stripePriceId', account: user.stripePriceId, billing: ({ stripePriceId }) => stripePriceId },
]

/** Field by field: the user's record beside billing's. */
export function FieldTable({ user, subscription }: { user: User; subscription: Subscription | undefined }) {
  return (
    <table className="w-full border-collapse text-left phone:block">
      <caption className="sr-only">Subscription data of the account and of billing</caption>
      <thead className="phone:sr-only">
        <tr className="border-b border-line text-sm text-muted">
          <th scope="col" className="h-10 px-5 font-medium">
            Field
          </th>
          <th scope="col" className="px-3 font-medium">
            Account
          </th>
          <th scope="col" className="px-3 pr-5 font-medium">
            Billing
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line phone:block">
        {rowsOf(user).map(({ name, account, billing }) => (
          <tr key={name} className="phone:grid phone:gap-1 phone:px-4 phone:py-3">
            <th scope="row" className="px-5 py-2.5 font-medium phone:p-0">
              <code>{name}</code>
            </th>
            <Cell label="Account" value={said(name, account)} />
            <Cell
              label="Billing"
              value={
                billing ? (
                  subscription ? (
                    said(name, billing(subscription))
                  ) : (
                    <Skeleton className="h-4 w-24" />
                  )
                ) : (
                  'account only'
                )
              }
              muted={!billing}
            />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ label, value, muted }: { label: string; value: React.ReactNode; muted?: boolean }) {
  return (
    <td className="px-3 py-2.5 break-all last:pr-5 phone:flex phone:justify-between phone:gap-4 phone:p-0! phone:text-right">
      <span aria-hidden className="shrink-0 text-sm text-muted md:hidden">
        {label}
      </span>
      <span className={muted ? 'text-muted' : undefined}>{value}</span>
    </td>
  )
}
