import type { Document } from '@keyhold/contracts/documents'
import { Ellipsis, FileImage, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '~/components/ui/badge.tsx'
import { IconButton } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { dayOf, nothing, words } from '~/lib/format.ts'
import { isImage, sizeWords, standing } from '../words.ts'

export interface DocumentActions {
  onEdit: (document: Document) => void
  onDelete: (document: Document) => void
}

/** The library. `actions` are missing for whoever may only read. */
export function DocumentTable({
  documents,
  loading,
  empty,
  hrefOf,
  actions,
}: {
  documents: Document[]
  loading: boolean
  empty: ReactNode
  hrefOf: (document: Document) => string
  actions: DocumentActions | undefined
}) {
  const columns: Column<Document>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: ({ fileName, fileType }) => (
        <span className="flex items-center gap-2.5">
          {isImage(fileType) ? (
            <FileImage aria-hidden className="size-4 shrink-0 text-muted" />
          ) : (
            <FileText aria-hidden className="size-4 shrink-0 text-muted" />
          )}
          <span className="min-w-0 wrap-anywhere">{fileName}</span>
        </span>
      ),
    },
    { key: 'category', header: 'Category', cell: ({ category }) => words(category) },
    {
      key: 'belongs',
      header: 'Belongs to',
      tablet: 'hidden',
      cell: ({ propertyName, tenantName }) => [tenantName, propertyName].filter(Boolean).join(' · ') || <span className="text-muted">{nothing}</span>,
    },
    { key: 'size', header: 'Size', align: 'right', phone: 'hidden', cell: ({ fileSize }) => sizeWords(fileSize) },
    { key: 'added', header: 'Added', align: 'right', cell: ({ createdAt }) => dayOf(createdAt) },
    {
      key: 'analysis',
      header: 'AI analysis',
      cell: (document) => {
        const { label, tone } = standing(document)
        return <Badge tone={tone}>{label}</Badge>
      },
    },
    ...(actions
      ? [
          {
            key: 'actions',
            header: 'Actions',
            phone: 'actions',
            cell: (document) => <RowMenu document={document} {...actions} />,
          } satisfies Column<Document>,
        ]
      : []),
  ]
  return <DataTable caption="Documents" columns={columns} rows={documents} rowKey={({ id }) => id} rowHref={hrefOf} loading={loading} empty={empty} />
}

function RowMenu({ document, onEdit, onDelete }: DocumentActions & { document: Document }) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={`More for ${document.fileName}`}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem asChild>
        <a href={`${document.filePath}?download=true`} download={document.fileName}>
          Download
        </a>
      </MenuItem>
      <MenuItem onSelect={() => onEdit(document)}>Edit…</MenuItem>
      <MenuItem destructive onSelect={() => onDelete(document)}>
        Delete
      </MenuItem>
    </Menu>
  )
}
