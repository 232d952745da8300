import { useEffect } from 'react'

/** Runs `act` after the first paint. `act` must be stable. */
export function useAfterPaint(act: () => unknown): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(act))
    return () => cancelAnimationFrame(frame)
  }, [act])
}
