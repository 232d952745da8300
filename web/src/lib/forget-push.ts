/** Ends push messages on this device: whoever signs in next must not be shown those of the last person. Never throws. */
export async function forgetPush(): Promise<void> {
  try {
    if (!('serviceWorker' in navigator)) return
    const registration = await navigator.serviceWorker.getRegistration()
    const subscription = await registration?.pushManager.getSubscription()
    // The push service then answers that the subscription is gone, and the server removes it.
    await subscription?.unsubscribe()
  } catch {
    // Without a push service there is nothing to end.
  }
}
