import type { Invoice } from '@keyhold/contracts/billing/invoices'
import { Receipt } from 'lucide-react'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListInvoicesInfiniteQuery } from '~/api/invoices.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { dayOf, money } from '~/lib/format.ts'

const columns: Column<Invoice>[] = [
  {
    key: 'number',
    header: 'Invoice',
    cell: ({ number, description }) => (
      <>
        <span className="font-medium">{number}</span>
        <span className="block text-sm text-muted">{description}</span>
      </>
    ),
  },
  {
    key: 'date',
    header: 'Date',
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{dayOf(createdAt)}</span>,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    cell: ({ status, amountDue, creditApplied, creditAdded }) => (
      // One element, so that a phone's row keeps its lines together.
      <div>
        {money(amountDue)}
        {/* A void invoice has given its credit back. */}
        {creditApplied > 0 && status !== 'void' && <Credit label="Credit applied" amount={-creditApplied} />}
        {creditAdded > 0 && <Credit label="Credit added" amount={creditAdded} />}
      </div>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge status={status} tone={status === 'uncollectible' ? 'danger' : undefined} />,
  },
  { key: 'files', header: 'Files', phone: 'actions', cell: (invoice) => <Files {...invoice} /> },
]

function Credit({ label, amount }: { label: string; amount: number }) {
  return (
    <span className="block text-sm whitespace-nowrap text-muted">
      {label}: {money(amount)}
    </span>
  )
}

function Files({ number, hostedUrl, pdfUrl }: Invoice) {
  const files = [
    { url: hostedUrl, label: 'View' },
    { url: pdfUrl, label: 'PDF' },
  ]
  return (
    <span className="flex gap-4 md:justify-end">
      {files.map(
        ({ url, label }) =>
          url && (
            <a
              key={label}
              href={url}
              target="_blank"
              rel="noreferrer"
              className="py-1 font-medium text-pine underline underline-offset-2"
              aria-label={`${label}, invoice ${number} (opens in a new tab)`}
            >
              {label}
            </a>
          ),
      )}
    </span>
  )
}

/** Every invoice of the subscription, newest first. */
export function InvoiceList({ hasPaid }: { hasPaid: boolean }) {
  const list = useListInvoicesInfiniteQuery({ limit: 10 })
  const invoices = itemsOf(list.data)
  // Not on trial: the invoice of a plan that was not bought is not a debt.
  if (!hasPaid && invoices.every(({ status }) => status !== 'paid')) return null
  // The simulated provider has no invoice pages or files.
  const hasFiles = invoices.some(({ hostedUrl, pdfUrl }) => hostedUrl || pdfUrl)
  return (
    <SectionCard title="Invoices" padded={false}>
      <PagedList list={list} compact showsCount={false}>
        {(rows, loading) => (
          <DataTable
            caption="Invoices"
            columns={hasFiles ? columns : columns.filter(({ key }) => key !== 'files')}
            rows={rows}
            rowKey={({ id }) => id}
            loading={loading}
            empty={
              <EmptyState
                compact
                icon={<Receipt aria-hidden />}
                title="No invoices yet"
                description="Invoices will appear here."
              />
            }
          />
        )}
      </PagedList>
    </SectionCard>
  )
}
