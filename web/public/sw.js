// The service worker: what a browser needs to install the site as an app, and a page for when there is no connection. It stores
// nothing, neither pages nor answers of the API: a new version of the site is seen at once, and nobody's records stay on the device.

// Shows push messages.
importScripts('/push.js')

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    // The browser asks for the page while this worker is still starting.
    await self.registration.navigationPreload?.enable()
    await self.clients.claim()
  }
  event.waitUntil(takeOver())
})

self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (event.request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(pageOrOffline(event))
})

/** Network first: the page below is shown only when there is no answer at all. */
async function pageOrOffline(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return new Response(offlinePage, {
      status: 503,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
      },
    })
  }
}

const offlinePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <title>Offline · Keyhold</title>
    <style>
      :root {
        color-scheme: light dark;
        font: 1rem/1.5 system-ui, sans-serif;
        background: light-dark(#faf8f5, #131715);
        color: light-dark(#1d2421, #eef0ec);
      }
      main {
        display: grid;
        min-height: 90dvh;
        place-content: center;
        justify-items: center;
        padding: 1.5rem;
        text-align: center;
      }
      h1 { margin: 1rem 0 0.25rem; font-size: 1.4rem; }
      p { max-width: 26rem; margin: 0 0 1.25rem; }
      a {
        padding: 0.7rem 1.25rem;
        border-radius: 0.5rem;
        background: #14573f;
        color: #fff;
        font-weight: 600;
        text-decoration: none;
      }
    </style>
  </head>
  <body>
    <main>
      <svg width="56" height="56" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#14573f" />
        <path d="M16 5.5 26.5 14v10.5a2 2 0 0 1-2 2h-17a2 2 0 0 1-2-2V14Z" fill="#f7f3ea" />
      </svg>
      <h1>You are offline</h1>
      <p>Keyhold needs a connection to show your home. This page opens it by itself when you are back online.</p>
      <a href="">Try again</a>
    </main>
    <script>
      addEventListener('online', () => location.reload())
    </script>
  </body>
</html>
`
