import { ChevronRight } from 'lucide-react'
import { createContext, use, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useProductName } from '~/lib/branding.ts'

/** The title of the screen, from the table of screens. */
export const ScreenTitle = createContext<string | undefined>(undefined)
export const useScreenTitle = (): string => use(ScreenTitle) ?? ''

/** The document's title: "Payments · Keyhold"; the screen's unless given. Render it once per page; PageHeader does. */
export function DocumentTitle({ title }: { title?: string }) {
  const ofScreen = useScreenTitle()
  const shown = title ?? ofScreen
  const product = useProductName()
  return <title>{shown ? `${shown} · ${product}` : product}</title>
}

export interface Crumb {
  label: string
  to: string
}

export interface PageHeaderProps {
  /** Of the document and the page; the screen's unless given. */
  title?: string
  /** The heading, where it differs from the document's title. */
  heading?: string
  /** Beside the title: a count, a status. */
  badge?: ReactNode
  description?: ReactNode
  /** Buttons at the right; below the title on phones. */
  actions?: ReactNode
  /** Pages above this one, outermost first. */
  crumbs?: Crumb[]
}

/** The head of every page: its one h1, the document's title, the actions. */
export function PageHeader({ title, heading, badge, description, actions, crumbs }: PageHeaderProps) {
  const ofScreen = useScreenTitle()
  return (
    <header className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-4">
      <DocumentTitle title={title} />
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
          <h1 className="text-2xl font-semibold tracking-tight md:text-3xl">{heading ?? title ?? ofScreen}</h1>
          {badge}
        </div>
        {description && <p className="mt-1 max-w-2xl text-muted">{description}</p>}
      </div>
      {actions && (
        <div data-toolbar className="flex flex-wrap items-center gap-2 phone:w-full phone:*:flex-1">
          {actions}
        </div>
      )}
    </header>
  )
}
