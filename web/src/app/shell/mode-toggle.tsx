import { Link } from 'react-router-dom'
import { cn } from '~/lib/cn.ts'
import { modes } from '~/lib/modes.ts'
import { useMode } from '../mode.tsx'

/** The modes of a super admin; each links to its first screen. */
export function ModeToggle({ onPress }: { onPress?: () => void }) {
  const current = useMode()
  return (
    <nav aria-label="Mode" className="mb-4 grid gap-0.5 rounded-lg border border-line bg-line/40 p-1">
      {modes.map(({ mode, label, home }) => (
        <Link
          key={mode}
          to={home}
          onClick={onPress}
          aria-current={mode === current ? 'true' : undefined}
          className={cn(
            'flex min-h-8 items-center rounded-md px-2.5 font-medium transition-colors phone:min-h-11',
            mode === current ? 'bg-pine text-on-pine shadow-lift' : 'text-muted hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
