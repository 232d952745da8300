import { useCurrentUserQuery } from '~/api/accounts.ts'
import { messageOf } from '~/api/client/problem.ts'
import { useUser } from '~/api/client/session.ts'
import { useResetSubscriptionMutation, useSubscriptionStatusQuery } from '~/api/subscriptions.ts'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { Callout, ErrorState } from '~/components/ui/states.tsx'
import { toast } from '~/lib/toast.ts'
import { confirmSubscriptionReset, keepsCredit, subscriptionNotReset, subscriptionReset } from '~/texts/billing.ts'
import { FieldTable } from '../components/field-table.tsx'

/** `/subscription-debug`: the subscription as the account and as billing have it, with a reset. */
export function Component() {
  const user = useUser()
  const { isFetching, refetch: refetchUser } = useCurrentUserQuery()
  const status = useSubscriptionStatusQuery(undefined, { refetchOnMountOrArgChange: true })
  const [reset, { isLoading }] = useResetSubscriptionMutation()
  const confirm = useConfirm()

  const startOver = async () => {
    const goAhead = await confirm({
      title: 'Reset subscription',
      description: confirmSubscriptionReset + keepsCredit(status.data?.credit ?? 0),
      confirmLabel: 'Reset',
      destructive: true,
    })
    if (!goAhead) return
    try {
      await reset().unwrap()
      toast({ variant: 'success', ...subscriptionReset })
    } catch (error) {
      toast({ variant: 'destructive', ...subscriptionNotReset(messageOf(error)) })
    }
  }
  const refresh = () => {
    void refetchUser()
    void status.refetch()
  }

  return (
    <>
      <PageHeader
        description="The account keeps a copy of the billing data. The two match shortly after every change."
        actions={
          <Button variant="secondary" loading={isFetching || status.isFetching} onClick={refresh}>
            Refresh
          </Button>
        }
      />
      <Card padded={false}>
        <FieldTable user={user} subscription={status.data} />
        {status.isError && !status.data && (
          <ErrorState compact error={status.error} onRetry={() => void status.refetch()} />
        )}
      </Card>
      <Callout
        tone="warning"
        title="Reset the subscription"
        className="mt-5"
        action={
          <Button variant="danger" loading={isLoading} onClick={() => void startOver()}>
            Reset subscription
          </Button>
        }
      >
        Cancels any existing subscription right away and restores the account’s original plan.
      </Callout>
    </>
  )
}
