import type { Property } from '@keyhold/contracts/properties/properties'
import { FileText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListDocumentsInfiniteQuery } from '~/api/documents.ts'
import { LatestList } from '~/components/latest-list.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { dayOf, words } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

/** The property's latest documents. */
export function PropertyDocuments({ property: { id } }: { property: Property }) {
  const list = useListDocumentsInfiniteQuery({ propertyId: id, limit: 5 })
  return (
    <LatestList
      title="Documents"
      viewAll={paths.documentsOf({ propertyId: id })}
      lists={[list]}
      rows={2}
      empty={<EmptyState compact level={3} icon={<FileText aria-hidden />} title="No documents yet" />}
    >
      {itemsOf(list.data).map((document) => (
        <li key={document.id} className="flex items-center gap-3 px-5 py-3">
          <div className="min-w-0 flex-1">
            <Link
              to={paths.documentsOf({ propertyId: id, document: document.id })}
              className="block truncate font-medium hover:underline"
            >
              {document.fileName}
            </Link>
            <p className="truncate text-sm text-muted">{words(document.category)}</p>
          </div>
          <span className="figures text-sm whitespace-nowrap text-muted">{dayOf(document.createdAt)}</span>
        </li>
      ))}
    </LatestList>
  )
}
