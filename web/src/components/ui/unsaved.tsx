import { createContext, use, useCallback, useEffect, useId, useRef } from 'react'
import { useConfirm } from './confirm.tsx'

type Note = (part: string, isUnsaved: boolean) => void

/** Given by a dialog to what stands in it. */
export const UnsavedContext = createContext<Note>(() => {})

/** Put in a form that holds something typed or chosen that is not saved: the dialog around it asks before it closes. `Form` does it by itself. */
export function Unsaved({ when }: { when: boolean }) {
  const note = use(UnsavedContext)
  const part = useId()
  useEffect(() => {
    note(part, when)
    return () => note(part, false)
  }, [note, part, when])
  return null
}

/** For a dialog: what its parts note, and the way to close it that asks where something would be lost. */
export function useUnsaved(onClose: () => void): { note: Note; close: () => void } {
  const confirm = useConfirm()
  const parts = useRef(new Set<string>())
  const note = useCallback<Note>((part, isUnsaved) => {
    if (isUnsaved) parts.current.add(part)
    else parts.current.delete(part)
  }, [])
  const close = async () => {
    const goAhead =
      parts.current.size === 0 ||
      (await confirm({
        title: 'Discard your changes?',
        description: 'They haven’t been saved.',
        confirmLabel: 'Discard',
        cancelLabel: 'Keep editing',
        destructive: true,
      }))
    if (goAhead) onClose()
  }
  return { note, close: () => void close() }
}
