import { useEffect, type ComponentProps, type ElementType } from 'react'

let locks = 0

/**
 * Stands in for `react-remove-scroll` (see vite.config.ts): while one is mounted the page behind does not scroll.
 * The original writes a <style> element at run time; a body attribute and a rule in index.css do the same within a strict policy.
 */
export function RemoveScroll({
  as: Element = 'div',
  allowPinchZoom: _allowPinchZoom,
  shards: _shards,
  enabled = true,
  ...props
}: ComponentProps<'div'> & { as?: ElementType; allowPinchZoom?: boolean; shards?: unknown; enabled?: boolean }) {
  useEffect(() => {
    if (!enabled) return undefined
    locks += 1
    // Keeps the scrollbar's width, so that nothing shifts sideways.
    if (locks === 1) document.body.style.paddingRight = `${innerWidth - document.documentElement.clientWidth}px`
    document.body.dataset.scrollLocked = ''
    return () => {
      locks -= 1
      if (locks > 0) return
      delete document.body.dataset.scrollLocked
      document.body.style.paddingRight = ''
    }
  }, [enabled])
  return <Element {...props} />
}
