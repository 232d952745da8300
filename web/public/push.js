// Shows notifications that the server pushes; imported by the service worker (sw.js).

self.addEventListener('push', (event) => {
  if (!event.data) return
  const { id, title, body, path } = event.data.json()
  // The tag is the notification's id, so that one that arrives twice is shown once.
  event.waitUntil(self.registration.showNotification(title, { body, tag: id, icon: '/favicon.svg', data: { path } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const address = new URL(event.notification.data?.path ?? '/', self.location.origin)
  // Never to another site, whatever the message says.
  const target = address.origin === self.location.origin ? address.href : self.location.origin
  event.waitUntil(
    (async () => {
      const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
      const open = windows.find((one) => one.url === target)
      await (open ? open.focus() : self.clients.openWindow(target))
    })(),
  )
})
