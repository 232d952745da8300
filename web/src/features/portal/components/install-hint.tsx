import { Smartphone, X } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { useProductName } from '~/lib/branding.ts'
import { hasOffer, install, isAppleTouch, isInstalled, onOffer } from '~/lib/install.ts'

const dismissedAt = 'keyhold.install-dismissed'

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(dismissedAt) !== null
  } catch {
    return false
  }
}

/** On phones: how to have the portal as an app, until it is installed or the hint is closed. */
export function InstallHint() {
  const product = useProductName()
  const canInstall = useSyncExternalStore(onOffer, hasOffer)
  const [isClosed, setIsClosed] = useState(wasDismissed)
  const byHand = !canInstall && isAppleTouch()
  if (isClosed || isInstalled() || (!canInstall && !byHand)) return null
  const close = () => {
    setIsClosed(true)
    try {
      localStorage.setItem(dismissedAt, '1')
    } catch {
      // Storage may be blocked: the hint comes back.
    }
  }
  return (
    <section
      aria-label="Install as an app"
      className="mb-4 hidden items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 pointer-coarse:flex"
    >
      <Smartphone aria-hidden className="size-5 shrink-0 text-pine" />
      <p className="min-w-0 flex-1">
        <span className="font-semibold">Keep your home at hand.</span>{' '}
        {byHand ? 'Tap Share, then “Add to Home Screen”.' : `Install ${product} on this phone.`}
      </p>
      {canInstall && (
        <Button size="sm" onClick={() => void install()}>
          Install
        </Button>
      )}
      <IconButton label="Close the hint" onClick={close}>
        <X aria-hidden />
      </IconButton>
    </section>
  )
}
