import { useEffect, useRef } from 'react'

/**
 * Keeps keyboard focus in a list when the row that was acted on disappears: it moves to the same button
 * (`data-act`) of the row that moved up, or to the link that is left.
 */
export function useRowFocus(rows: readonly { id: string }[]) {
  const area = useRef<HTMLDivElement>(null)
  const left = useRef<{ id: string; index: number; act: string }>(undefined)
  useEffect(() => {
    const { current: gone } = left
    if (!gone || rows.some(({ id }) => id === gone.id)) return
    left.current = undefined
    const next = rows[gone.index] ?? rows.at(-1)
    const heir = () => area.current?.querySelector<HTMLElement>(next ? `[data-act="${next.id} ${gone.act}"]` : 'a')
    afterQuestion(() => {
      // Not if the user went elsewhere meanwhile.
      if (document.activeElement === document.body) heir()?.focus()
    })
  })
  return {
    area,
    follow: (id: string, act: string) =>
      void (left.current = { id, act, index: rows.findIndex((row) => row.id === id) }),
    forget: () => void (left.current = undefined),
  }
}

/** A closing dialog holds the focus until it is gone. */
function afterQuestion(then: () => void): void {
  if (document.querySelector('[role=alertdialog]')) requestAnimationFrame(() => afterQuestion(then))
  else then()
}
