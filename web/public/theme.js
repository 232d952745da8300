// Runs before the first paint, so that nobody sees the wrong theme flash by. The rest is in src/lib/theme.ts.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('keyhold.theme')
  } catch {
    // Storage may be blocked: then the system decides.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
