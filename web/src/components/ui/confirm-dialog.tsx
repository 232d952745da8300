import { AlertDialog } from 'radix-ui'
import { cn } from '~/lib/cn.ts'
import { Button } from './button.tsx'
import type { Question } from './confirm.tsx'
import { scrim, useReturningFocus } from './dialog.tsx'

/** The dialog of `useConfirm`. */
export function ConfirmDialog({
  question,
  open,
  onSettle,
}: {
  question: Question
  open: boolean
  onSettle: (goAhead: boolean) => void
}) {
  const returning = useReturningFocus()
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onSettle(false)}>
      <AlertDialog.Portal>
        {/* Above a dialog that asks. */}
        <AlertDialog.Overlay className={cn(scrim, 'z-50!')} />
        <AlertDialog.Content
          {...returning}
          {...(question.description ? {} : { 'aria-describedby': undefined })}
          className="fixed inset-0 z-50 m-auto h-fit w-[calc(100%-2rem)] max-w-md rounded-xl border border-line bg-raised p-6 shadow-float outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
        >
          <AlertDialog.Title className="text-xl font-semibold tracking-tight">{question.title}</AlertDialog.Title>
          {question.description && (
            <AlertDialog.Description className="mt-2 text-muted">{question.description}</AlertDialog.Description>
          )}
          <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary">{question.cancelLabel ?? 'Cancel'}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild onClick={() => onSettle(true)}>
              <Button variant={question.destructive ? 'danger' : 'primary'}>
                {question.confirmLabel ?? 'Continue'}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
