import type { Document } from '@keyhold/contracts/properties/documents'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { saveFile } from '~/components/session-file.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { IconButton } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { dayOf, nothing, words } from '~/lib/format.ts'
import { marked, standing } from '../words.ts'
import { Belongs, FileName } from './file-name.tsx'

export interface DocumentActions {
  onEdit: (document: Document) => void
  onDelete: (document: Document) => void
}

const columnsOf = (search: string): readonly Column<Document>[] => [
  {
    key: 'name',
    header: 'Name',
    // The menu stands beside it.
    className: 'phone:pr-12!',
    cell: (document) => (
      <span className="block">
        <FileName document={document}>
          {document.excerpt && <Excerpt text={document.excerpt} search={search} />}
        </FileName>
      </span>
    ),
  },
  { key: 'category', header: 'Category', cell: ({ category }) => words(category) },
  {
    key: 'belongs',
    header: 'Belongs to',
    tablet: 'hidden',
    className: 'xl:whitespace-nowrap',
    cell: (document) => <Belongs {...document} none={nothing} />,
  },
  {
    key: 'added',
    header: 'Added',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ createdAt }) => dayOf(createdAt),
  },
  {
    key: 'analysis',
    header: 'AI analysis',
    cell: (document) => {
      const { label, tone } = standing(document)
      return <Badge tone={tone}>{label}</Badge>
    },
  },
]

/** The words of a document that matched the search. */
const Excerpt = ({ text, search }: { text: string; search: string }) => (
  <span className="mt-1 max-w-lg text-sm font-normal wrap-anywhere text-muted">
    {marked(text, search).map((part, n) =>
      part.isMarked ? (
        <mark key={n} className="rounded-xs bg-pine-soft font-medium text-pine">
          {part.text}
        </mark>
      ) : (
        part.text
      ),
    )}
  </span>
)

/** The library. `actions` is absent if read-only; `search` is the search text. */
export function DocumentTable({
  documents,
  loading,
  empty,
  hrefOf,
  search,
  actions,
}: {
  documents: Document[]
  loading: boolean
  empty: ReactNode
  hrefOf: (document: Document) => string
  search: string
  actions: DocumentActions | undefined
}) {
  const change = actions && {
    key: 'actions',
    header: 'Actions',
    phone: 'actions' as const,
    // Beside the name: a line of its own would only hold the menu button.
    className: 'phone:absolute! phone:top-2 phone:right-2',
    cell: (document: Document) => <RowMenu document={document} {...actions} />,
  }
  return (
    <DataTable
      caption="Documents"
      columns={[...columnsOf(search), ...(change ? [change] : [])]}
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
      <MenuItem onSelect={() => void saveFile(`${document.filePath}?download=true`, document.fileName)}>
        Download
      </MenuItem>
      <MenuItem onSelect={() => onEdit(document)}>Edit…</MenuItem>
      <MenuItem destructive onSelect={() => onDelete(document)}>
        Delete
      </MenuItem>
    </Menu>
  )
}
