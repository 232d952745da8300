import { useEffect, useState } from 'react'

/** Whole seconds until an instant, counted down; 0 once it has passed. */
export function useCountdown(until: string | null): number {
  const [now, setNow] = useState(() => Date.now())
  const isOver = until === null || Date.parse(until) <= now
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return until === null ? 0 : Math.max(0, Math.ceil((Date.parse(until) - now) / 1000))
}

/** 754 → 12:34 */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
