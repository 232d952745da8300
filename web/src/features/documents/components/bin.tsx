import type { DeletedDocument } from '@keyhold/contracts/properties/document-bin'
import { RotateCcw, Trash2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListDeletedDocumentsInfiniteQuery } from '~/api/document-bin.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { dayOf, nothing } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { Belongs, FileName } from './file-name.tsx'
import { type BinAct, useBin } from './use-delete-document.ts'
import { useRowFocus } from './use-row-focus.ts'

const columns: readonly Column<DeletedDocument>[] = [
  { key: 'name', header: 'Name', cell: (document) => <FileName document={document} /> },
  {
    key: 'belongs',
    header: 'Belongs to',
    tablet: 'hidden',
    cell: (document) => <Belongs {...document} none={nothing} />,
  },
  { key: 'deleted', header: 'Deleted', className: 'whitespace-nowrap', cell: ({ deletedAt }) => dayOf(deletedAt) },
  { key: 'gone', header: 'Permanently deleted', className: 'whitespace-nowrap', cell: ({ goneAt }) => dayOf(goneAt) },
]

/** `/documents?bin=1`: deleted documents, until they are removed for good. For landlords only. */
export function Bin() {
  const list = useListDeletedDocumentsInfiniteQuery({ limit: 25 })
  const documents = itemsOf(list.data)
  const { actOn, putBack, deleteForGood } = useBin()
  const { area, follow, forget } = useRowFocus(documents)
  const press = async (document: DeletedDocument, act: BinAct) => {
    follow(document.id, act)
    if (!(await (act === 'put back' ? putBack : deleteForGood)(document))) forget()
  }
  const actions: Column<DeletedDocument> = {
    key: 'actions',
    header: 'Actions',
    phone: 'actions',
    cell: (document) => {
      const acting = actOn(document)
      const button = (act: BinAct) => ({
        size: 'sm' as const,
        'data-act': `${document.id} ${act}`,
        loading: acting === act,
        // Not `disabled`, which would drop the focus.
        'aria-disabled': acting !== undefined,
        onClick: acting === undefined ? () => void press(document, act) : undefined,
      })
      return (
        <div className="flex flex-wrap gap-2 md:justify-end">
          <Button
            {...button('put back')}
            variant="secondary"
            icon={<RotateCcw aria-hidden />}
            aria-label={`Restore ${document.fileName}`}
          >
            Restore
          </Button>
          <Button {...button('delete')} variant="danger-ghost" aria-label={`Delete permanently ${document.fileName}`}>
            Delete permanently
          </Button>
        </div>
      )
    },
  }
  return (
    <>
      <PageHeader
        title="Deleted documents"
        heading="Bin"
        crumbs={[{ label: 'Documents', to: paths.documents }]}
        description="Deleted documents stay here for 30 days. Until then they count towards your storage limit."
      />
      <div ref={area}>
        <PagedCard list={list}>
          {(rows, loading) => (
            <DataTable
              caption="Deleted documents"
              columns={[...columns, actions]}
              rows={rows}
              rowKey={({ id }) => id}
              loading={loading}
              empty={<Empty />}
            />
          )}
        </PagedCard>
      </div>
    </>
  )
}

const Empty = () => (
  <EmptyState
    icon={<Trash2 aria-hidden />}
    title="The bin is empty"
    description="Deleted documents stay here for 30 days and can be restored. After that they are permanently deleted."
    action={
      <Button asChild variant="secondary">
        <Link to={paths.documents}>Back to documents</Link>
      </Button>
    }
  />
)
