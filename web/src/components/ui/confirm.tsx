import { createContext, Suspense, use, useCallback, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { lazyModule } from '~/lib/lazy.ts'
import { useAfterPaint } from '~/lib/use-after-paint.ts'
import type { ConfirmDialog } from './confirm-dialog.tsx'

// Around every page of the frame, so the dialog itself is loaded later.
const dialog = lazyModule(() => import('./confirm-dialog.tsx'))
const fetchDialog = () => void dialog.load()

export interface Question {
  title: string
  /** What will happen. */
  description?: ReactNode
  /** The word on the button that goes ahead: a verb. */
  confirmLabel?: string
  cancelLabel?: string
  /** Red button: something is lost. */
  destructive?: boolean
}

type Ask = (question: Question) => Promise<boolean>

const ConfirmContext = createContext<Ask>(() => Promise.resolve(false))

/** `const confirm = useConfirm(); if (await confirm({ title: 'Close the books?', destructive: true })) …` */
export const useConfirm = (): Ask => use(ConfirmContext)

/** Holds the open question, one at a time; mounted once by the app's shell. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [open, setOpen] = useState(false)
  useAfterPaint(fetchDialog)
  const answer = useRef<(goAhead: boolean) => void>(undefined)

  const ask = useCallback<Ask>((next) => {
    setQuestion(next)
    setOpen(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }, [])
  const settle = (goAhead: boolean) => {
    setOpen(false)
    answer.current?.(goAhead)
  }

  return (
    <ConfirmContext value={ask}>
      {children}
      {question && (
        <Suspense>
          <LazyDialog question={question} open={open} onSettle={settle} />
        </Suspense>
      )}
    </ConfirmContext>
  )
}

function LazyDialog(props: ComponentProps<typeof ConfirmDialog>) {
  const { ConfirmDialog: Dialog } = dialog.now() ?? use(dialog.wait())
  return <Dialog {...props} />
}
