import type { Membership } from '@keyhold/contracts/identity/accounts'
import { Button } from '~/components/ui/button.tsx'
import { membershipName } from '~/lib/memberships.ts'

/** After signing in: which of one's accounts to open. */
export function AccountChoice({
  accounts,
  onChoose,
  isLoading,
}: {
  accounts: readonly Membership[]
  onChoose: (userId: string) => void
  isLoading: boolean
}) {
  return (
    <fieldset className="grid gap-3" disabled={isLoading}>
      <legend className="mb-3 font-medium">Which account do you want to open?</legend>
      {accounts.map((account) => (
        <Button key={account.userId} variant="secondary" size="lg" onClick={() => onChoose(account.userId)}>
          {membershipName(account)}
        </Button>
      ))}
    </fieldset>
  )
}
