import { cn } from '~/lib/cn.ts'

/** A grey placeholder for content that is loading: size it with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block animate-shimmer rounded-sm bg-line', className)} />
}

/** `count` placeholder cards in the grid that the real ones will fill. */
export function CardSkeletons({ count = 6, className }: { count?: number; className?: string }) {
  return (
    <div aria-busy className={cn('grid gap-4 sm:grid-cols-2 xl:grid-cols-3', className)}>
      <output className="sr-only">Loading</output>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="grid gap-3 rounded-lg border border-line bg-surface p-5">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="mt-4 h-4 w-full" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="mt-3 h-8 w-28" />
        </div>
      ))}
    </div>
  )
}

/** `count` placeholder rows of a list or table. */
export function RowSkeletons({ count = 5 }: { count?: number }) {
  return (
    <div aria-busy className="divide-y divide-line">
      <output className="sr-only">Loading</output>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex items-center gap-4 px-5 py-3.5">
          <Skeleton className="size-8 rounded-full!" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-1/4" />
          </div>
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  )
}
