import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { cn } from '~/lib/cn.ts'

/** A part of a page that links lead to by `#id`: it scrolls into view and has the focus, as a page of its own would. */
export function ScrollTarget({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  // Another object after every press of a link, to the same place too.
  const location = useLocation()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (location.hash !== `#${id}`) return
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.focus({ preventScroll: true })
  }, [location, id])
  return (
    <div ref={place} id={id} tabIndex={-1} className={cn('scroll-mt-20 rounded-lg md:scroll-mt-6', className)}>
      {children}
    </div>
  )
}
