import { useEffect, useState, type RefObject } from 'react'

export interface ScrollWindow {
  top: number
  left: number
  width: number
  height: number
}

/** What of a scrolling element is in sight; measured once a frame. */
export function useWindow(scroller: RefObject<HTMLElement | null>): ScrollWindow {
  const [inSight, setInSight] = useState<ScrollWindow>({ top: 0, left: 0, width: 1200, height: 700 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    let frame = 0
    const measure = () => {
      frame = 0
      const { scrollTop: top, scrollLeft: left, clientWidth: width, clientHeight: height } = element
      if (width > 0) setInSight({ top, left, width, height })
    }
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(measure)
    }
    const observer = new ResizeObserver(later)
    observer.observe(element)
    element.addEventListener('scroll', later, { passive: true })
    measure()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', later)
      cancelAnimationFrame(frame)
    }
  }, [scroller])
  return inSight
}
