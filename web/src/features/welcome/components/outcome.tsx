import type { ReactNode } from 'react'
import { PublicLayout } from '~/components/public-layout.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { EmptyState } from '~/components/ui/states.tsx'

/** The outcome of a link from an e-mail, and the next step. */
export function Outcome({
  icon,
  title,
  description,
  action,
}: {
  icon: ReactNode
  title: string
  description: string
  action: ReactNode
}) {
  return (
    <PublicLayout>
      <DocumentTitle title={title} />
      <div className="grid flex-1 place-items-center" aria-live="polite">
        <EmptyState icon={icon} title={title} description={description} action={action} level={1} />
      </div>
    </PublicLayout>
  )
}
