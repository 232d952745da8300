import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app.tsx'
import { store } from './app/store.ts'

export function render(): void {
  const element = document.getElementById('root')
  if (!element) throw new Error('index.html has no #root')
  const root = createRoot(element)
  // As a transition: rendered in pieces, between which the browser can paint and respond.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Provider store={store}>
          <BrowserRouter>
            <App />
          </BrowserRouter>
        </Provider>
      </StrictMode>,
    ),
  )
}
