import type { Document } from '@keyhold/contracts/documents'
import { Ellipsis, FileImage, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { saveFile } from '~/components/session-file.ts'
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

const columns: readonly Column<Document>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ fileName, fileType, fileSize }) => (
      <span className="flex items-center gap-2.5 phone:pr-10">
        {isImage(fileType) ? (
          <FileImage aria-hidden className="size-4 shrink-0 text-muted" />
        ) : (
          <FileText aria-hidden className="size-4 shrink-0 text-muted" />
        )}
        <span className="grid min-w-0">
          <span className="line-clamp-3 wrap-anywhere">{fileName}</span>
          <span className="text-sm font-normal text-muted">
            {fileType.toUpperCase()} · {sizeWords(fileSize)}
          </span>
        </span>
      </span>
    ),
  },
  { key: 'category', header: 'Category', cell: ({ category }) => words(category) },
  {
    key: 'belongs',
    header: 'Belongs to',
    tablet: 'hidden',
    className: 'xl:whitespace-nowrap',
    cell: ({ propertyName, tenantName }) => (
      <div className="grid">
        <span>{tenantName ?? propertyName ?? <span className="text-muted">{nothing}</span>}</span>
        {tenantName && propertyName && <span className="text-sm text-muted">{propertyName}</span>}
      </div>
    ),
  },
  { key: 'added', header: 'Added', align: 'right', className: 'whitespace-nowrap', cell: ({ createdAt }) => dayOf(createdAt) },
  {
    key: 'analysis',
    header: 'AI analysis',
    cell: (document) => {
      const { label, tone } = standing(document)
      return <Badge tone={tone}>{label}</Badge>
    },
  },
]

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
  const change = actions && {
    key: 'actions',
    header: 'Actions',
    phone: 'actions' as const,
    // Beside the name: a line of its own would hold three dots and nothing else.
    className: 'phone:absolute! phone:top-2 phone:right-2',
    cell: (document: Document) => <RowMenu document={document} {...actions} />,
  }
  return (
    <DataTable
      caption="Documents"
      columns={change ? [...columns, change] : columns}
      rows={documents}
      rowKey={({ id }) => id}
      rowHref={hrefOf}
      loading={loading}
      empty={empty}
    />
  )
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
      <MenuItem onSelect={() => void saveFile(`${document.filePath}?download=true`, document.fileName)}>Download</MenuItem>
      <MenuItem onSelect={() => onEdit(document)}>Edit…</MenuItem>
      <MenuItem destructive onSelect={() => onDelete(document)}>
        Delete
      </MenuItem>
    </Menu>
  )
}
