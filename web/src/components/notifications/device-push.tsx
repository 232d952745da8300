import { useEffect, useId, useState } from 'react'
import { useSubscribePushMutation, useUnsubscribePushMutation } from '~/api/notifications-push.ts'
import { Switch } from '~/components/ui/choices.tsx'
import { toast, toastError } from '~/lib/toast.ts'

/** Whether this browser can show push messages. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window

/** The page's service worker, which shows notifications. */
const registrationOf = async () =>
  (await navigator.serviceWorker.getRegistration()) ?? (await navigator.serviceWorker.register('/sw.js'))

/** Switches push messages on this device on or off. */
export function DevicePush({ publicKey }: { publicKey: string }) {
  const id = useId()
  const [isOn, setOn] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [subscribe] = useSubscribePushMutation()
  const [unsubscribe] = useUnsubscribePushMutation()
  useEffect(() => {
    const look = async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      setOn(Boolean(await registration?.pushManager.getSubscription()))
    }
    look().catch(() => setOn(false))
  }, [])

  const turnOn = async () => {
    if ((await Notification.requestPermission()) !== 'granted') {
      toast({
        title: 'Your browser does not allow it',
        description: 'Allow notifications for this site in its settings.',
      })
      return
    }
    const registration = await registrationOf()
    await navigator.serviceWorker.ready
    const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const { endpoint, keys } = made.toJSON()
    await subscribe({
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    }).unwrap()
    setOn(true)
  }
  const turnOff = async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const made = await registration?.pushManager.getSubscription()
    if (made) {
      await unsubscribe({ endpoint: made.endpoint }).unwrap()
      await made.unsubscribe()
    }
    setOn(false)
  }
  const change = async (next: boolean) => {
    setBusy(true)
    try {
      await (next ? turnOn() : turnOff())
    } catch (error) {
      toastError('Failed to change push messages on this device', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex items-center gap-2.5">
      <Switch id={id} checked={isOn} disabled={isBusy} onCheckedChange={(next) => void change(next)} />
      <label htmlFor={id} className="font-medium">
        Show notifications on this device
      </label>
    </div>
  )
}
