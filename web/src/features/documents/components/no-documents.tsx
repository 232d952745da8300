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
        description="No name and no first page matches. Try other words, or another category or kind."
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
      description="Drop leases, invoices or photos here. Their content is read and filed with its source."
      action={<Button onClick={onUpload}>Upload Document</Button>}
    />
  )
}
