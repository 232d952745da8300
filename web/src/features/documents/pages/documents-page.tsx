import type { Document } from '@keyhold/contracts/properties/documents'
import { FileText, Trash2, Upload, X } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useRole } from '~/api/client/session.ts'
import { useListDocumentsInfiniteQuery } from '~/api/documents.ts'
import { usePropertyChoices } from '~/api/properties.ts'
import { useTenantChoices } from '~/api/tenants.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { SearchInput, Toolbar, ToolbarSelect, ToolbarSelects } from '~/components/ui/toolbar.tsx'
import { DropArea } from '~/components/upload/drop-zone.tsx'
import { UploadList } from '~/components/upload/upload-list.tsx'
import { fullName } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { useDebounced } from '~/lib/use-debounced.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { Bin } from '../components/bin.tsx'
import { ProcessingCard, ResultsCard } from '../components/analysis-cards.tsx'
import { DocumentDialog } from '../components/document-dialog.tsx'
import { DocumentTable } from '../components/document-table.tsx'
import { EditDialog } from '../components/edit-dialog.tsx'
import { type Belonging, UploadDialog, useDocumentUploads } from '../components/upload-dialog.tsx'
import { useDeleteDocument } from '../components/use-delete-document.ts'
import { categories, type Category, categoryOptions, typeOptions, types } from '../words.ts'

const orders = [
  { value: 'newest', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: 'size', label: 'Largest' },
] as const

const oneOf = <V extends string>(values: readonly V[], value: string): V | undefined =>
  values.find((one) => one === value)

/** `/documents`: the library, and `?bin=1` what was deleted from it; a tenant reads what names them. */
export function Component() {
  const isTenant = useRole() === 'tenant'
  const [params] = useSearchParams()
  return params.has('bin') && !isTenant ? <Bin /> : <Library isTenant={isTenant} />
}

/** `?tenant=…&propertyId=…&request=…&category=…&type=…&q=…&document=…` */
function Library({ isTenant }: { isTenant: boolean }) {
  const [params, setParams] = useSearchParams()
  const [q, setQ] = useSearchState('q')
  const [category, setCategory] = useSearchState('category')
  const [type, setType] = useSearchState('type')
  const [sort, setSort] = useSearchState('sort', 'newest')
  const search = useDebounced(q, 250)
  const given = (name: string) => params.get(name) ?? undefined
  const belonging: Belonging = isTenant
    ? {}
    : Object.fromEntries(
        Object.entries({
          tenantId: given('tenant'),
          propertyId: given('propertyId'),
          requestId: given('request'),
        }).filter(([, value]) => value),
      )
  const filter = {
    ...belonging,
    ...(search ? { q: search } : {}),
    ...(oneOf(categories, category) ? { category: category as Category } : {}),
    ...(oneOf(types, type) ? { fileType: type as Document['fileType'] } : {}),
  }
  const order = oneOf(['newest', 'name', 'size'] as const, sort) ?? 'newest'
  const list = useListDocumentsInfiniteQuery({ ...filter, sort: order, limit: 25 })
  const [uploading, setUploading] = useState<{ dropped?: File[] } | null>(null)
  const [editing, setEditing] = useState<Document | null>(null)
  const remove = useDeleteDocument()
  const uploads = useDocumentUploads({ category: 'other', ...belonging })
  const shown = given('document')

  const withDocument = (id: string | null) => {
    const next = new URLSearchParams(params)
    if (id) next.set('document', id)
    else next.delete('document')
    return next
  }
  const hrefOf = ({ id }: { id: string }) => `${paths.documents}?${withDocument(id)}`
  const isFiltered = Object.keys(filter).length > 0
  const table = (
    <PagedCard list={list}>
      {(documents, loading) => (
        <DocumentTable
          documents={documents}
          loading={loading}
          hrefOf={hrefOf}
          search={search}
          actions={isTenant ? undefined : { onEdit: setEditing, onDelete: (document) => void remove(document) }}
          empty={
            <Empty
              isFiltered={isFiltered}
              isSearched={Boolean(search)}
              isTenant={isTenant}
              onUpload={() => setUploading({})}
            />
          }
        />
      )}
    </PagedCard>
  )

  return (
    <>
      <PageHeader
        description={
          isTenant
            ? 'What your landlord has filed for you.'
            : 'Leases, invoices and photos in one place, read for you and filed by property and tenant.'
        }
        actions={
          !isTenant && (
            <>
              <Button asChild variant="secondary">
                <Link to={paths.documentBin}>
                  <Trash2 aria-hidden />
                  Bin
                </Link>
              </Button>
              <Button icon={<Upload aria-hidden />} onClick={() => setUploading({})}>
                Upload Document
              </Button>
            </>
          )
        }
      />
      {!isTenant && <Scope belonging={belonging} />}
      <Toolbar>
        <SearchInput
          label="Search documents"
          placeholder={isTenant ? 'File name' : 'Name, or words in it'}
          value={q}
          onChange={setQ}
        />
        <ToolbarSelects>
          <ToolbarSelect
            label="Category"
            value={category}
            onChange={setCategory}
            options={[{ value: '', label: 'Category' }, ...categoryOptions]}
            // The longest word of the three, and the shortest.
            className="phone:grow-[1.2]!"
          />
          <ToolbarSelect
            label="Kind of file"
            value={type}
            onChange={setType}
            options={[{ value: '', label: 'Kind' }, ...typeOptions]}
            className="phone:grow-[0.9]!"
          />
          <ToolbarSelect label="Order" value={order} onChange={setSort} options={orders} />
        </ToolbarSelects>
      </Toolbar>
      {isTenant ? (
        table
      ) : (
        <div className="flex flex-col gap-5 xl:flex-row xl:items-start">
          <div className="grid min-w-0 flex-1 grid-cols-1 gap-4">
            {!uploading && <UploadList uploads={uploads} />}
            <DropArea onFiles={(files) => setUploading({ dropped: [...files] })}>{table}</DropArea>
          </div>
          <div className="grid grid-cols-1 items-start gap-5 empty:hidden md:max-xl:grid-cols-2 xl:w-64 xl:shrink-0 2xl:w-72">
            <ProcessingCard />
            <ResultsCard hrefOf={hrefOf} />
          </div>
        </div>
      )}
      {uploading && <UploadDialog given={belonging} onClose={() => setUploading(null)} {...uploading} />}
      {editing && <EditDialog document={editing} onClose={() => setEditing(null)} />}
      {shown && !editing && (
        <DocumentDialog
          id={shown}
          onClose={() => setParams(withDocument(null), { replace: true })}
          {...(isTenant ? {} : { onEdit: setEditing })}
        />
      )}
    </>
  )
}

/** Says whose documents a link has narrowed the list to, and offers the way out. */
function Scope({ belonging: { tenantId, propertyId, requestId } }: { belonging: Belonging }) {
  const [, setParams] = useSearchParams()
  const { tenants } = useTenantChoices()
  const { properties } = usePropertyChoices()
  if (!tenantId && !propertyId && !requestId) return null
  const tenant = tenants.find(({ id }) => id === tenantId)
  const property = properties.find(({ id }) => id === propertyId)
  const name = tenantId
    ? tenant
      ? fullName(tenant)
      : 'one tenant'
    : propertyId
      ? (property?.name ?? 'one property')
      : 'one maintenance request'
  return (
    <div className="mb-4 flex items-center gap-2">
      <span className="text-muted">
        Showing documents of <strong className="font-medium text-ink">{name}</strong>
      </span>
      <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={() => setParams({})}>
        Show all
      </Button>
    </div>
  )
}

function Empty({
  isFiltered,
  isSearched,
  isTenant,
  onUpload,
}: {
  isFiltered: boolean
  isSearched: boolean
  isTenant: boolean
  onUpload: () => void
}) {
  const icon = <FileText aria-hidden />
  if (isSearched && !isTenant)
    return (
      <EmptyState
        compact
        icon={icon}
        title="No documents match"
        description="Neither a name nor the first pages of a document say so. Try other words, or another category or kind."
      />
    )
  if (isFiltered)
    return (
      <EmptyState compact icon={icon} title="No documents match" description="Try another category, kind or search." />
    )
  if (isTenant)
    return (
      <EmptyState
        icon={icon}
        title="No documents yet"
        description="When your landlord files something for you, it appears here."
      />
    )
  return (
    <EmptyState
      icon={icon}
      title="No documents yet"
      description="Drop leases, invoices or photos here. What stands in them is read and filed with the place it came from."
      action={<Button onClick={onUpload}>Upload Document</Button>}
    />
  )
}
