import type { Document } from '@keyhold/contracts/properties/documents'
import { Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useRole } from '~/api/client/session.ts'
import { useListDocumentsInfiniteQuery } from '~/api/documents.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { Scope } from '~/components/scope.tsx'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { DropArea } from '~/components/upload/drop-zone.tsx'
import { UploadList } from '~/components/upload/upload-list.tsx'
import { paths } from '~/lib/paths.ts'
import { Bin } from '../components/bin.tsx'
import { ProcessingCard, ResultsCard } from '../components/analysis-cards.tsx'
import { DocumentDialog } from '../components/document-dialog.tsx'
import { DocumentTable } from '../components/document-table.tsx'
import { EditDialog } from '../components/edit-dialog.tsx'
import { UploadDialog, useDocumentUploads } from '../components/upload-dialog.tsx'
import { useDeleteDocument } from '../components/use-delete-document.ts'
import { NoDocuments } from '../components/no-documents.tsx'
import { DocumentToolbar } from '../components/document-toolbar.tsx'
import { useDocumentFilter } from '../components/use-document-filter.ts'

/** `/documents`: the library, and with `?bin=1` the bin; a tenant sees the documents that name them. */
export function Component() {
  const isTenant = useRole() === 'tenant'
  const [params] = useSearchParams()
  return params.has('bin') && !isTenant ? <Bin /> : <Library isTenant={isTenant} />
}

/** `?tenant=…&propertyId=…&request=…&category=…&type=…&q=…&document=…` */
function Library({ isTenant }: { isTenant: boolean }) {
  const [params, setParams] = useSearchParams()
  const filter = useDocumentFilter(isTenant)
  const { links, search } = filter
  const list = useListDocumentsInfiniteQuery({ ...filter.query, sort: filter.order, limit: 25 })
  const [uploading, setUploading] = useState<{ dropped?: File[] } | null>(null)
  const [editing, setEditing] = useState<Document | null>(null)
  const remove = useDeleteDocument()
  const uploads = useDocumentUploads({ category: 'other', ...links })
  const shown = params.get('document')

  const withDocument = (id: string | null) => {
    const next = new URLSearchParams(params)
    if (id) next.set('document', id)
    else next.delete('document')
    return next
  }
  const hrefOf = ({ id }: { id: string }) => `${paths.documents}?${withDocument(id)}`
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
            <NoDocuments
              isFiltered={Object.keys(filter.query).length > 0}
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
            ? 'Documents shared by your landlord.'
            : 'Leases, invoices and photos in one place, organized by property and tenant.'
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
      {!isTenant && <Scope of="documents" {...links} />}
      <DocumentToolbar filter={filter} isTenant={isTenant} />
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
      {uploading && <UploadDialog given={links} onClose={() => setUploading(null)} {...uploading} />}
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
