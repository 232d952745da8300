import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { SectionCard } from './card.tsx'

/** A card of next actions, one per row. Its rows are ActionLinks and ActionButtons. */
export function ActionList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <SectionCard title={title} padded={false}>
      <ul className="px-2 pb-2">{children}</ul>
    </SectionCard>
  )
}

interface ActionProps {
  icon: ReactNode
  label: string
  hint?: string
}

const row =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 py-1.5 text-left font-medium hover:bg-sunken disabled:pointer-events-none disabled:opacity-50 dark:hover:bg-raised [&_svg]:size-4 [&_svg]:shrink-0'

/** Leads to another screen; `href` for links outside of the app (a mail draft). */
export function ActionLink({
  to,
  href,
  ...action
}: ActionProps & ({ to: string; href?: never } | { href: string; to?: never })) {
  return (
    <li>
      {to === undefined ? (
        <a href={href} className={row}>
          <Words {...action} />
        </a>
      ) : (
        <Link to={to} className={row}>
          <Words {...action} />
          <ChevronRight aria-hidden className="text-muted" />
        </Link>
      )}
    </li>
  )
}

/** Does something here. */
export function ActionButton({
  onPress,
  disabled,
  ...action
}: ActionProps & { onPress?: () => void; disabled?: boolean }) {
  return (
    <li>
      <button type="button" disabled={disabled} onClick={onPress} className={row}>
        <Words {...action} />
      </button>
    </li>
  )
}

function Words({ icon, label, hint }: ActionProps) {
  return (
    <>
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-md bg-sunken text-muted dark:bg-raised"
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        {label}
        {hint && <span className="block text-sm font-normal text-muted">{hint}</span>}
      </span>
    </>
  )
}
