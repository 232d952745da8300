// Installing the site as an app. The browser offers it by an event, which it sends once and early.

interface InstallOffer extends Event {
  prompt(): Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallOffer | null = null
const listeners = new Set<() => void>()

function setOffer(next: InstallOffer | null): void {
  offer = next
  for (const listener of listeners) listener()
}

let isPrepared = false

/** Starts to listen for the browser's offer, and registers the service worker that installing and push need. Once. */
export function prepareInstall(): void {
  if (isPrepared) return
  isPrepared = true
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffer(event as InstallOffer)
  })
  addEventListener('appinstalled', () => setOffer(null))
  // Nothing depends on it: a browser that refuses has the site without an offline page.
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}

export function onOffer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const hasOffer = (): boolean => offer !== null

/** Asks the person. True when they installed it. */
export async function install(): Promise<boolean> {
  const asked = offer
  if (!asked) return false
  // It can be used once.
  setOffer(null)
  await asked.prompt()
  return (await asked.userChoice).outcome === 'accepted'
}

/** Opened as an app, and not in a browser's tab. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)

/** Safari on a phone makes no offer: the person adds the site from the share menu. */
export const isAppleTouch = (): boolean => /iPhone|iPad|iPod/.test(navigator.userAgent)
