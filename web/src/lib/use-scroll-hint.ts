import { useEffect, type RefObject } from 'react'

/** Marks a row that scrolls sideways with the side at which it hides something (`data-more`), where index.css then fades it out. */
export function useScrollHint(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = row.current
    if (!element) return undefined
    const mark = () => {
      const before = element.scrollLeft > 1
      const after = element.scrollLeft + element.clientWidth < element.scrollWidth - 1
      element.dataset.more = before && after ? 'both' : before ? 'left' : after ? 'right' : 'none'
    }
    const watch = new ResizeObserver(mark)
    watch.observe(element)
    for (const child of element.children) watch.observe(child)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [row])
}
