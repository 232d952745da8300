import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { Plus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useProposeAllocationQuery } from '~/api/receipts.ts'
import { tenantOption, useGetTenantQuery, useTenantChoices } from '~/api/tenants.ts'
import { RecordForm } from '~/components/money/receipts/record-form.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Select } from '~/components/ui/select.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { ChargeForm } from './payment-dialog.tsx'

/** Records money: who paid, and then their open charges, filled in. */
export function RecordDialog({ tenantId: given, onClose }: { tenantId?: string | undefined; onClose: () => void }) {
  const [tenantId, setTenantId] = useState(given ?? '')
  const { tenants: active, isLoading } = useTenantChoices()
  // One who has moved out may still pay.
  const isElsewhere = tenantId !== '' && !isLoading && active.every(({ id }) => id !== tenantId)
  const { currentData: former } = useGetTenantQuery({ id: tenantId }, { skip: !isElsewhere })
  const tenants = former && isElsewhere ? [...active, former] : active
  return (
    <Dialog onClose={onClose} title="Record Payment" description="What you received, and what it is applied to.">
      {isLoading ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <div className="grid flex-1 grid-rows-[auto_1fr] gap-4">
          <Field
            label="Tenant"
            required
            hint={
              tenantId
                ? undefined
                : tenants.length > 0
                  ? 'Their open charges appear here once you choose who paid.'
                  : 'Add a tenant before you record a payment.'
            }
          >
            {(control) => (
              <Select
                {...control}
                value={tenantId}
                options={tenants.map(tenantOption)}
                placeholder="Choose a tenant"
                onValueChange={setTenantId}
              />
            )}
          </Field>
          {tenantId && (
            <OfTenant
              key={tenantId}
              tenantId={tenantId}
              tenant={tenants.find(({ id }) => id === tenantId)}
              onClose={onClose}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

/** The open charges of a tenant, or the form for a charge of its own where nothing is open or something else was paid. */
function OfTenant({
  tenantId,
  tenant,
  onClose,
}: {
  tenantId: string
  tenant: Tenant | undefined
  onClose: () => void
}) {
  const [isAdding, setAdding] = useState(false)
  const { data, isFetching, error, refetch } = useProposeAllocationQuery(
    { id: tenantId },
    { refetchOnMountOrArgChange: true },
  )
  if (error && !isFetching) return <ErrorState compact error={error} onRetry={() => void refetch()} />
  // The form begins with what is open now, not when it was last asked.
  if (!data || (isFetching && !isAdding)) return <Skeleton className="h-96 w-full" />
  const hasOpen = data.allocations.length > 0
  if (hasOpen && !isAdding)
    return (
      <div className="grid grid-rows-[auto_1fr] gap-4">
        <Button
          variant="link"
          className="justify-self-start"
          icon={<Plus aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Another charge
        </Button>
        <RecordForm tenantId={tenantId} tenant={tenant} proposal={data} onClose={onClose} />
      </div>
    )
  return (
    <div className="grid grid-rows-[auto_1fr] gap-4">
      {hasOpen ? (
        <Button
          variant="link"
          className="justify-self-start"
          icon={<Undo2 aria-hidden />}
          onClick={() => setAdding(false)}
        >
          Back to open charges
        </Button>
      ) : (
        <p className="text-muted">This tenant has no open charges. Enter what the money is for.</p>
      )}
      <ChargeForm tenantId={tenantId} tenant={tenant} onClose={onClose} />
    </div>
  )
}
