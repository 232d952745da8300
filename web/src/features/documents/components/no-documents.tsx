import { FileText } from 'lucide-react'
import { Button } from '~/components/ui/button.tsx'
import { EmptyState } from '~/components/ui/states.tsx'

export function NoDocuments({
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
        description="No file name or first page matches. Try other words, or another category or file type."
      />
    )
  if (isFiltered)
    return (
      <EmptyState
        compact
        icon={icon}
        title="No documents match"
        description="Try another category, file type or search."
      />
    )
  if (isTenant)
    return (
      <EmptyState
        icon={icon}
        title="No documents yet"
        description="Documents your landlord shares with you appear here."
      />
    )
  return (
    <EmptyState
      icon={icon}
      title="No documents yet"
      description="Drop leases, invoices or photos here. Key details are extracted for you, with their source."
      action={<Button onClick={onUpload}>Upload Document</Button>}
    />
  )
}
