import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** The document's title: "Payments · Keyhold". Render it once per page; PageHeader does. */
export function DocumentTitle({ title }: { title?: string }) {
  return <title>{title ? `${title} · Keyhold` : 'Keyhold'}</title>
}

export interface Crumb {
  label: string
  to: string
}

export interface PageHeaderProps {
  title: string
  /** Beside the title: a count, a status. */
  badge?: ReactNode
  description?: ReactNode
  /** Buttons at the right; below the title on phones. */
  actions?: ReactNode
  /** Pages above this one, outermost first. */
  crumbs?: Crumb[]
  /** The document's title where it should not be the heading. */
  documentTitle?: string
}

/** The head of every page: its one h1, the document's title, the actions. */
export function PageHeader({ title, badge, description, actions, crumbs, documentTitle }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-4">
      <DocumentTitle title={documentTitle ?? title} />
      <div className="min-w-0 flex-1 basis-80">
        {crumbs && (
          <nav aria-label="Breadcrumb" className="mb-1.5">
            <ol className="flex flex-wrap items-center gap-1 text-sm text-muted">
              {crumbs.map((crumb) => (
                <li key={crumb.to} className="flex items-center gap-1">
                  <Link to={crumb.to} className="rounded-sm py-0.5 hover:text-ink hover:underline">
                    {crumb.label}
                  </Link>
                  <ChevronRight aria-hidden className="size-3.5" />
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h1 className="text-2xl font-semibold tracking-tight md:text-3xl">{title}</h1>
          {badge}
        </div>
        {description && <p className="mt-1 max-w-2xl text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 phone:w-full phone:*:flex-1">{actions}</div>}
    </header>
  )
}
