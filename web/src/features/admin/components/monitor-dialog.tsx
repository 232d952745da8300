import type { DatabaseHealth, LandlordDatabase } from '@keyhold/contracts/identity/landlord-databases'
import { RotateCw } from 'lucide-react'
import { useMonitorDatabaseQuery } from '~/api/landlord-databases.ts'
import { Button } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { number, percent, time } from '~/lib/format.ts'
import { bytes } from '../words.ts'

type Table = DatabaseHealth['tables'][number]

const columns: readonly Column<Table>[] = [
  {
    key: 'table',
    header: 'Table',
    cell: ({ schema, table }) => (
      <>
        <span className="text-muted">{schema}.</span>
        <span className="font-medium break-all">{table}</span>
      </>
    ),
  },
  { key: 'rows', header: 'Rows', align: 'right', cell: ({ rows }) => number(rows) },
  {
    key: 'size',
    header: 'Size',
    align: 'right',
    cell: ({ sizeBytes }) => <span className="whitespace-nowrap">{bytes(sizeBytes)}</span>,
  },
]

/** How a database is doing at this moment. */
export function MonitorDialog({
  database: { databaseName: name, isActive },
  onClose,
}: {
  database: LandlordDatabase
  onClose: () => void
}) {
  const { data, isError, error, isFetching, refetch } = useMonitorDatabaseQuery({ name })
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title="Database Monitor"
      description={isActive ? name : `${name} · Inactive: it holds no landlord’s records yet.`}
    >
      {isError && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!data && isFetching && <RowSkeletons />}
      {data && !isError && <Health health={data} loading={isFetching} onRefresh={() => void refetch()} />}
    </Dialog>
  )
}

function Health({ health, loading, onRefresh }: { health: DatabaseHealth; loading: boolean; onRefresh: () => void }) {
  const { sizeBytes, connections, maxConnections, rows, tables, checkedAt } = health
  const share = maxConnections > 0 ? connections / maxConnections : 0
  return (
    <>
      <dl className="grid gap-3 sm:grid-cols-3">
        <Figure label="Size" value={bytes(sizeBytes)} />
        <Figure label="Connections" value={`${number(connections)} of ${number(maxConnections)}`}>
          <Progress value={share * 100} label={`${percent(share)} of the connections are in use`} className="mt-2" />
        </Figure>
        <Figure label="Rows" value={number(rows)} />
      </dl>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          Checked at <span className="figures">{time(checkedAt)}</span>. Row counts are the server’s latest estimates.
        </p>
        <Button size="sm" variant="secondary" icon={<RotateCw aria-hidden />} loading={loading} onClick={onRefresh}>
          Check again
        </Button>
      </div>
      <div className="-mx-5 mt-4 border-t border-line md:-mx-6">
        <DataTable
          caption="Tables"
          columns={columns}
          rows={tables.toSorted((a, b) => b.sizeBytes - a.sizeBytes)}
          rowKey={({ schema, table }) => `${schema}.${table}`}
          empty={<p className="px-5 py-6 text-muted md:px-6">This database has no tables.</p>}
        />
      </div>
    </>
  )
}

function Figure({ label, value, children }: { label: string; value: string; children?: React.ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-0.5">
        <span className="figures text-xl font-semibold tracking-tight">{value}</span>
        {children}
      </dd>
    </div>
  )
}
