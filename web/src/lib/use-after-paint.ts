import { useEffect } from 'react'

/** Does `act` once what is to be seen at once has been drawn. Give it a function that stays the same. */
export function useAfterPaint(act: () => unknown): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(act))
    return () => cancelAnimationFrame(frame)
  }, [act])
}
