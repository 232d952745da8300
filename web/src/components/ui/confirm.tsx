import { AlertDialog } from 'radix-ui'
import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'
import { Button } from './button.tsx'
import { scrim, useReturningFocus } from './dialog.tsx'

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

/** `const confirm = useConfirm(); if (await confirm({ title: 'Delete this property?', destructive: true })) …` */
export const useConfirm = (): Ask => use(ConfirmContext)

/** Holds the one question that may stand at a time; mounted once by the app's shell. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [open, setOpen] = useState(false)
  const returning = useReturningFocus()
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
      <AlertDialog.Root open={open} onOpenChange={(next) => !next && settle(false)}>
        <AlertDialog.Portal>
          {/* Above a dialog that asks. */}
          <AlertDialog.Overlay className={cn(scrim, 'z-50!')} />
          <AlertDialog.Content
            {...returning}
            {...(question?.description ? {} : { 'aria-describedby': undefined })}
            className="fixed inset-0 z-50 m-auto h-fit w-[calc(100%-2rem)] max-w-md rounded-xl border border-line bg-raised p-6 shadow-float outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
          >
            <AlertDialog.Title className="text-xl font-semibold tracking-tight">{question?.title}</AlertDialog.Title>
            {question?.description && <AlertDialog.Description className="mt-2 text-muted">{question.description}</AlertDialog.Description>}
            <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <AlertDialog.Cancel asChild>
                <Button variant="secondary">{question?.cancelLabel ?? 'Cancel'}</Button>
              </AlertDialog.Cancel>
              <AlertDialog.Action asChild onClick={() => settle(true)}>
                <Button variant={question?.destructive ? 'danger' : 'primary'}>{question?.confirmLabel ?? 'Continue'}</Button>
              </AlertDialog.Action>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </ConfirmContext>
  )
}
