import { LoaderCircle } from 'lucide-react'
import { cn } from '~/lib/cn.ts'

/** A spinner; hidden from screen readers, so say elsewhere what is loading. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('animate-spin', className ?? 'size-4')} />
}

/** A spinner in the middle of an otherwise empty page. */
export function PageSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div aria-busy className="grid min-h-[60dvh] place-items-center text-pine">
      <output className="sr-only">{label}</output>
      <Spinner className="size-7" />
    </div>
  )
}
