import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { cn } from '~/lib/cn.ts'
import { pressToastAction, toastSlice, type ShownToast } from '~/lib/toast.ts'
import { Button } from './button.tsx'
import { useToastPlace } from './toast-place.ts'

const looks = {
  default: { Icon: Info, icon: 'text-info', frame: 'border-line' },
  success: { Icon: CircleCheck, icon: 'text-success', frame: 'border-line' },
  destructive: { Icon: CircleAlert, icon: 'text-danger', frame: 'border-danger/50' },
} as const

const hotkey = ['F8']

interface RootSlice {
  toast: { current: ShownToast | null }
}

/** Where `toast()` shows: five seconds, where it covers nothing to press, and there it stays. Swipe right to dismiss, F8 to get there by keyboard. Mounted once. */
export function Toaster() {
  const current = useSelector((state: RootSlice) => state.toast.current)
  const dispatch = useDispatch()
  const viewport = useRef<HTMLOListElement>(null)
  const place = useToastPlace(current?.id, viewport)
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {current && (
        <Message key={current.id} message={current} onClosed={() => dispatch(toastSlice.actions.closed(current.id))} />
      )}
      <Toast.Viewport
        ref={viewport}
        hotkey={hotkey}
        // Not hidden: it keeps the focus while one message replaces another.
        style={place ? { left: place.left, top: place.top } : { opacity: 0, pointerEvents: 'none' }}
        className="fixed z-100 flex w-[calc(100%-1rem)] flex-col outline-none md:w-80"
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
      <div className="grid max-h-48 min-w-0 flex-1 gap-0.5 overflow-y-auto wrap-anywhere">
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
