import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'
import { IconButton } from './button.tsx'
import { UnsavedContext, useUnsaved } from './unsaved.tsx'

const widths = { sm: 'md:max-w-md', md: 'md:max-w-xl', lg: 'md:max-w-3xl' } as const

export interface DialogProps {
  /** For one that stays mounted while it is closed. */
  open?: boolean
  onClose: () => void
  title: string
  /** One sentence below the title; `srDescription` says it to screen readers only. */
  description?: ReactNode
  size?: keyof typeof widths
  children: ReactNode
}

export const scrim =
  'fixed inset-0 z-40 bg-scrim data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out'

/**
 * A dialog in the middle of the page, the whole screen on phones. Put its form inside and end with a DialogFooter.
 * Escape, a press outside and the cross close it, and ask first where a half-typed form would be lost.
 */
export function Dialog({ open = true, onClose, title, description, size = 'md', children }: DialogProps) {
  const returning = useReturningFocus()
  const { note, close } = useUnsaved(onClose)
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <Radix.Overlay className={scrim} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...returning}
          onOpenAutoFocus={(event) => {
            returning.onOpenAutoFocus()
            focusFirstField(event)
          }}
          className={cn(
            'fixed z-50 flex flex-col bg-raised outline-none',
            'phone:inset-0 phone:bottom-(--toast-room) phone:data-[state=closed]:animate-sheet-out phone:data-[state=open]:animate-sheet-in',
            'md:inset-0 md:m-auto md:h-fit md:max-h-[min(46rem,calc(100dvh-3rem))] md:w-[calc(100%-3rem)] md:rounded-xl md:border md:border-line md:shadow-float md:data-[state=closed]:animate-pop-out md:data-[state=open]:animate-pop-in',
            widths[size],
          )}
        >
          <header className="flex items-start gap-4 border-b border-line px-5 py-4 md:px-6">
            <div className="grid flex-1 gap-1 pt-1">
              <Radix.Title className="text-xl leading-6 font-semibold tracking-tight">{title}</Radix.Title>
              {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" className="-mr-2">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-5 py-5 md:px-6">
            <UnsavedContext value={note}>{children}</UnsavedContext>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * Focuses the first field that takes typing, instead of the close button.
 * Not on phones, where the keyboard would cover the rest.
 */
function focusFirstField(event: Event): void {
  const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(
    'form :is(input, textarea, [role=combobox]):not(:disabled)',
  )
  if (!field || field.role === 'combobox' || matchMedia('(width < 48rem)').matches) return
  event.preventDefault()
  field.focus()
}

/** For a Radix Content without a Trigger: returns the focus to the element that had it before. */
export function useReturningFocus() {
  const before = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement
      // A menu is closed by then; its button is still there.
      const menu = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
      before.current = menu ? document.getElementById(menu) : active
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    },
  }
}

/** The buttons of a dialog, kept in sight at its lower edge; the main one comes last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="sticky -bottom-5 z-10 -mx-5 mt-auto -mb-5 flex flex-col-reverse gap-2 border-t border-line bg-raised px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:-mx-6 md:flex-row md:justify-end md:rounded-b-xl md:px-6">
      {children}
    </footer>
  )
}

/** A panel that comes from the lower edge on phones: for menus and quick choices. */
export function Sheet({
  open,
  onOpenChange,
  title,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
}) {
  const returning = useReturningFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrim} />
        <Radix.Content
          {...returning}
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-50 mx-auto max-h-[85dvh] max-w-lg overflow-y-auto rounded-t-xl border-t border-line bg-raised px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-float outline-none data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in"
        >
          <div aria-hidden className="mx-auto mb-2 h-1 w-9 rounded-full bg-line-strong" />
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
