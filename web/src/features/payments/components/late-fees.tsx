import type { LateFee } from '@keyhold/contracts/payments/late-fees'
import { CircleCheck, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListLateFeesInfiniteQuery, usePostLateFeesMutation } from '~/api/late-fees.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { FilterChips, Toolbar } from '~/components/ui/toolbar.tsx'
import { Formula, Why } from '~/components/ui/why.tsx'
import { date, money, plural } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { feeTitles, inputsOf } from './fee-words.ts'
import { PolicyDialog } from './policy-dialog.tsx'
import { WaiveDialog } from './waive-dialog.tsx'

const chips = [
  { value: 'proposed', label: 'To review' },
  { value: 'posted', label: 'Charged' },
  { value: 'waived', label: 'Waived' },
  { value: 'withdrawn', label: 'Withdrawn' },
] as const
type Status = (typeof chips)[number]['value']

const failed = (error: unknown) => toastError('Failed to charge the late fee', error)

/** Late fees that the policies propose: the landlord charges or waives each. */
export function LateFees({ tenantId }: { tenantId: string | undefined }) {
  const [status, setStatus] = useState<Status>('proposed')
  const [waiving, setWaiving] = useState<LateFee | null>(null)
  const [showsPolicies, setShowsPolicies] = useState(false)
  const [post, posting] = usePostLateFeesMutation()
  const list = useListLateFeesInfiniteQuery({ status, limit: 50, ...(tenantId ? { tenantId } : {}) })
  // Only of this status: rows of the previous filter have other buttons.
  const fees = itemsOf(list.currentData)
  const charge = async (chosen: readonly LateFee[]) => {
    try {
      await post({ ids: chosen.map(({ id }) => id) }).unwrap()
      toast({ variant: 'success', title: `${plural(chosen.length, 'late fee')} charged` })
    } catch (error) {
      failed(error)
    }
  }
  const columns: Column<LateFee>[] = [
    {
      key: 'tenant',
      header: 'Tenant',
      cell: ({ kind, tenantName, propertyName, rentDueDate }) => (
        <div className="grid">
          <span className="font-medium">{tenantName}</span>
          <span className="text-sm font-normal text-muted">
            {[kind === 'late' ? `Rent due ${date(rentDueDate)}` : 'Returned payment', propertyName]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
      ),
    },
    { key: 'late', header: 'Since', cell: ({ assessedOn }) => date(assessedOn) },
    {
      key: 'amount',
      header: 'Late fee',
      align: 'right',
      cell: ({ kind, amount, basis, tenantName }) => (
        <span className="inline-flex items-center gap-1.5">
          <span className="font-medium">{money(amount)}</span>
          <Why of={`late fee of ${tenantName}`}>
            <Formula title={feeTitles[kind]} formula={basis.formula} inputs={inputsOf(basis)} />
          </Why>
        </span>
      ),
    },
    ...(status === 'proposed'
      ? [
          {
            key: 'actions',
            header: 'Actions',
            phone: 'actions',
            cell: (fee) => (
              <div className="flex gap-2 md:justify-end">
                <Button size="sm" onClick={() => void charge([fee])}>
                  Charge
                </Button>
                <Button size="sm" variant="secondary" onClick={() => setWaiving(fee)}>
                  Waive…
                </Button>
              </div>
            ),
          } satisfies Column<LateFee>,
        ]
      : [
          {
            key: 'status',
            header: 'Status',
            cell: ({ status: now, reason }) => <Outcome status={now} reason={reason} />,
          } satisfies Column<LateFee>,
          ...(status === 'posted'
            ? [
                {
                  key: 'actions',
                  header: 'Actions',
                  phone: 'actions',
                  cell: (fee) => (
                    <Button size="sm" variant="secondary" onClick={() => setWaiving(fee)}>
                      Waive…
                    </Button>
                  ),
                } satisfies Column<LateFee>,
              ]
            : []),
        ]),
  ]
  return (
    <>
      <Toolbar
        end={
          <>
            {status === 'proposed' && fees.length > 1 && (
              <Button variant="secondary" loading={posting.isLoading} onClick={() => void charge(fees)}>
                Charge all {fees.length}
              </Button>
            )}
            <Button variant="secondary" icon={<Settings2 aria-hidden />} onClick={() => setShowsPolicies(true)}>
              Late-fee policies
            </Button>
          </>
        }
      >
        <FilterChips label="Late fees" value={status} onChange={setStatus} options={chips} />
      </Toolbar>
      <PagedCard list={list}>
        {(rows, loading) => (
          <DataTable
            caption="Late fees"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            loading={loading}
            empty={
              <EmptyState
                compact
                icon={<CircleCheck aria-hidden />}
                title={status === 'proposed' ? 'No late fees to review' : 'None'}
                description={
                  status === 'proposed'
                    ? 'With a late-fee policy, proposed fees for late rent appear here. Nothing is charged until you approve it.'
                    : undefined
                }
              />
            }
          />
        )}
      </PagedCard>
      {waiving && <WaiveDialog fee={waiving} onClose={() => setWaiving(null)} />}
      {showsPolicies && <PolicyDialog onClose={() => setShowsPolicies(false)} />}
    </>
  )
}

function Outcome({ status, reason }: Pick<LateFee, 'status' | 'reason'>) {
  return (
    <div className="grid gap-0.5 phone:justify-items-end">
      <StatusBadge status={status} label={status === 'posted' ? 'Charged' : undefined} />
      {reason && <span className="text-sm text-muted">{reason}</span>}
    </div>
  )
}
