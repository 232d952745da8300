import type { TenantImport, TenantImportRow } from '@keyhold/contracts/tenancy/imports'
import { useState } from 'react'
import { useListImportRowsInfiniteQuery } from '~/api/imports.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { Badge, type Tone } from '~/components/ui/badge.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { FilterChips, Toolbar } from '~/components/ui/toolbar.tsx'
import { money, number } from '~/lib/format.ts'
import { RowQuestions } from './import-questions.tsx'

const rowWords: Record<TenantImportRow['status'], { label: string; tone: Tone }> = {
  invalid: { label: 'Errors', tone: 'danger' },
  question: { label: 'Needs an answer', tone: 'warning' },
  valid: { label: 'Ready', tone: 'info' },
  imported: { label: 'Imported', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  undone: { label: 'Undone', tone: 'neutral' },
  kept: { label: 'Kept', tone: 'warning' },
}
type RowStatus = TenantImportRow['status']

/** Column names, for errors whose sentence does not name the column. */
const columnNames: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  property: 'Property',
  unit: 'Unit',
  leaseStartDate: 'Lease start',
  leaseEndDate: 'Lease end',
  monthlyRent: 'Rent',
  securityDeposit: 'Deposit',
  dateOfBirth: 'Date of birth',
  emergencyContactName: 'Emergency contact',
  emergencyContactPhone: 'Emergency phone',
  employerName: 'Employer',
  monthlyIncome: 'Income',
}

/** As the file has it, if it is not an amount. */
const rentOf = (text: string | undefined): string => {
  const amount = Number((text ?? '').replaceAll(/[$,\s]/g, ''))
  return text?.trim() && Number.isFinite(amount) ? money(amount) : (text ?? '')
}

const columnsOf = (id: string, isOpen: boolean): readonly Column<TenantImportRow>[] => [
  {
    key: 'tenant',
    header: 'Tenant',
    cell: ({ fields }) => (
      <div className="grid">
        <span className="font-medium">
          {[fields.firstName, fields.lastName].filter(Boolean).join(' ') || 'No name'}
        </span>
        <span className="text-sm text-muted wrap-anywhere">{fields.email}</span>
      </div>
    ),
  },
  { key: 'line', header: 'Line', cell: ({ line }) => <span className="figures">{number(line)}</span> },
  {
    key: 'home',
    header: 'Home',
    tablet: 'hidden',
    cell: ({ fields }) => [fields.property, fields.unit].filter(Boolean).join(', '),
  },
  { key: 'rent', header: 'Rent', align: 'right', cell: ({ fields }) => rentOf(fields.monthlyRent) },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status: now, issues, ...row }) => (
      <div className="grid gap-1 phone:justify-items-end">
        <Badge tone={rowWords[now].tone} className="justify-self-start">
          {rowWords[now].label}
        </Badge>
        {issues.map(({ path, message }) => (
          <span key={`${path} ${message}`} className="text-sm text-danger phone:text-right">
            {path in columnNames && <span className="font-medium">{columnNames[path]}: </span>}
            {message}
          </span>
        ))}
        {isOpen && <RowQuestions id={id} row={row} />}
      </div>
    ),
  },
]

/** The rows of an import, in the order of the file, with their errors. */
export function ImportRows({ id, isOpen, counts }: { id: string; isOpen: boolean; counts: TenantImport['counts'] }) {
  const present = (Object.keys(rowWords) as RowStatus[]).filter((one) => (counts[one] ?? 0) > 0)
  const [chosen, setChosen] = useState<RowStatus | ''>('')
  const shown = chosen !== '' && present.includes(chosen) ? chosen : ''
  const list = useListImportRowsInfiniteQuery({ id, limit: 50, ...(shown ? { status: shown } : {}) })
  return (
    <div>
      {present.length > 1 && (
        <Toolbar>
          <FilterChips
            label="Rows"
            value={shown}
            onChange={setChosen}
            options={[
              { value: '' as const, label: 'All rows' },
              ...present.map((value) => ({ value, label: rowWords[value].label, count: counts[value] ?? 0 })),
            ]}
          />
        </Toolbar>
      )}
      <PagedCard list={list}>
        {(rows, loading) => (
          <DataTable
            caption="Rows of the file"
            columns={columnsOf(id, isOpen)}
            rows={rows}
            rowKey={({ line }) => String(line)}
            loading={loading}
          />
        )}
      </PagedCard>
    </div>
  )
}
