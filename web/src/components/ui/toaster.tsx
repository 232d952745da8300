import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useDispatch, useSelector } from 'react-redux'
import { cn } from '~/lib/cn.ts'
import { pressToastAction, toastSlice, type ShownToast } from '~/lib/toast.ts'
import { Button } from './button.tsx'

const looks = {
  default: { Icon: Info, icon: 'text-info', frame: 'border-line' },
  success: { Icon: CircleCheck, icon: 'text-success', frame: 'border-line' },
  destructive: { Icon: CircleAlert, icon: 'text-danger', frame: 'border-danger/50' },
} as const

interface RootSlice {
  toast: { current: ShownToast | null }
}

/** Where `toast()` shows: five seconds, swipe right to dismiss, F8 to get there by keyboard. Mounted once. */
export function Toaster() {
  const current = useSelector((state: RootSlice) => state.toast.current)
  const dispatch = useDispatch()
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {current && (
        <Message key={current.id} message={current} onClosed={() => dispatch(toastSlice.actions.closed(current.id))} />
      )}
      <Toast.Viewport
        hotkey={['F8']}
        // At the left while a dialog stands open: at the right it would cover the buttons of one that has just failed.
        className="fixed right-0 bottom-0 z-100 flex w-full flex-col p-4 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none md:max-w-104 md:in-[:root:has([role=dialog][data-state=open])]:right-auto md:in-[:root:has([role=dialog][data-state=open])]:left-0 phone:top-0 phone:bottom-auto phone:pt-[max(0.75rem,env(safe-area-inset-top))]"
      />
    </Toast.Provider>
  )
}

function Message({ message, onClosed }: { message: ShownToast; onClosed: () => void }) {
  const variant = message.variant ?? 'default'
  const { Icon, icon, frame } = looks[variant]
  return (
    <Toast.Root
      type={variant === 'destructive' ? 'foreground' : 'background'}
      // No fade-out: a message fading out beside a new one is restless.
      onOpenChange={(open) => !open && onClosed()}
      className={cn(
        'flex items-start gap-3 rounded-lg border bg-raised p-4 shadow-float data-[state=open]:animate-toast-in data-[swipe=cancel]:translate-x-0 data-[swipe=end]:animate-toast-swipe data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        frame,
      )}
    >
      <Icon aria-hidden className={cn('mt-0.75 size-4.5 shrink-0', icon)} />
      <div className="grid flex-1 gap-0.5">
        <Toast.Title className="font-semibold">{message.title}</Toast.Title>
        {message.description && <Toast.Description className="text-muted">{message.description}</Toast.Description>}
      </div>
      {message.actionLabel && (
        <Toast.Action asChild altText={message.actionLabel} onClick={pressToastAction}>
          <Button variant="secondary" size="sm">
            {message.actionLabel}
          </Button>
        </Toast.Action>
      )}
      <Toast.Close
        aria-label="Close"
        className="-m-2 grid size-9 place-items-center rounded-md text-muted hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Toast.Close>
    </Toast.Root>
  )
}
