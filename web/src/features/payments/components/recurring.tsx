import { type RecurringCharge } from '@keyhold/contracts/payments/recurring-charges'
import { CalendarSync, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useListRecurringInfiniteQuery } from '~/api/recurring-charges.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { Toolbar } from '~/components/ui/toolbar.tsx'
import { date, money, nothing } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { labelOf } from '../words.ts'
import { AddDialog, EndDialog } from './recurring-dialogs.tsx'

/** Monthly charges: rents and other agreed charges. */
export function Recurring({ tenantId }: { tenantId: string | undefined }) {
  const [isAdding, setAdding] = useState(false)
  const [ending, setEnding] = useState<RecurringCharge | null>(null)
  const list = useListRecurringInfiniteQuery({ limit: 50, ...(tenantId ? { tenantId } : {}) })
  const columns: Column<RecurringCharge>[] = [
    {
      key: 'tenant',
      header: 'Tenant',
      cell: (charge) => (
        <div className="grid">
          <span className="font-medium">{charge.tenantName}</span>
          <span className="text-sm font-normal text-muted">
            {[charge.description, charge.propertyName].filter(Boolean).join(' · ')}
          </span>
        </div>
      ),
    },
    { key: 'type', header: 'Type', phone: 'hidden', cell: ({ paymentType }) => labelOf(paymentType) },
    {
      key: 'amount',
      header: 'Amount',
      align: 'right',
      cell: ({ amount }) => <span className="font-medium">{money(amount)}</span>,
    },
    { key: 'since', header: 'From', align: 'right', tablet: 'hidden', cell: ({ startsOn }) => date(startsOn) },
    { key: 'until', header: 'Until', align: 'right', cell: (charge) => <Until charge={charge} /> },
    {
      key: 'next',
      header: 'Next due',
      align: 'right',
      cell: ({ nextDueDate }) => (nextDueDate ? date(nextDueDate) : <span className="text-muted">{nothing}</span>),
    },
    {
      key: 'actions',
      header: 'Actions',
      phone: 'actions',
      cell: (charge) =>
        charge.isRent ? (
          <Button asChild size="sm" variant="ghost">
            <Link to={paths.tenant(charge.tenantId)}>Change terms</Link>
          </Button>
        ) : (
          <Button
            size="sm"
            variant="secondary"
            disabled={charge.nextDueDate === null}
            onClick={() => setEnding(charge)}
          >
            End…
          </Button>
        ),
    },
  ]
  return (
    <>
      <Toolbar
        end={
          <Button icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
            Add recurring charge
          </Button>
        }
      >
        <p className="text-muted">Posted automatically, once a month.</p>
      </Toolbar>
      <PagedCard list={list}>
        {(charges, loading) => (
          <DataTable
            caption="Recurring charges"
            columns={columns}
            rows={charges}
            rowKey={({ id }) => id}
            loading={loading}
            empty={
              <EmptyState
                compact
                icon={<CalendarSync aria-hidden />}
                title="No recurring charges"
                description="Rents come from a tenant’s lease. Add parking, utilities or storage here."
              />
            }
          />
        )}
      </PagedCard>
      {isAdding && <AddDialog tenantId={tenantId} onClose={() => setAdding(false)} />}
      {ending && <EndDialog charge={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

function Until({ charge: { endsOn } }: { charge: RecurringCharge }) {
  return endsOn ? <span className="whitespace-nowrap">{date(endsOn)}</span> : 'Open end'
}
