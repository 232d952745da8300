import type { User } from '@keyhold/contracts/identity/accounts'
import { configureStore } from '@reduxjs/toolkit'
import { render, screen, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { type InitialEntry, MemoryRouter } from 'react-router-dom'
import { api } from '~/api/client/api.ts'
import { sessionSlice, signedIn } from '~/api/client/session-slice.ts'
import { ConfirmProvider } from '~/components/ui/confirm.tsx'
import { bindToast, toastSlice } from '~/lib/toast.ts'

/** Shows a part of the page as the app would, at an address, with a store of its own; `as`: who is signed in. */
export function show(element: ReactNode, { at = '/', as }: { at?: InitialEntry; as?: User } = {}) {
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      [sessionSlice.name]: sessionSlice.reducer,
      [toastSlice.name]: toastSlice.reducer,
    },
    middleware: (standard) => standard().concat(api.middleware),
  })
  bindToast(store.dispatch)
  if (as) store.dispatch(signedIn(as))
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[at]}>
        <ConfirmProvider>{element}</ConfirmProvider>
      </MemoryRouter>
    </Provider>,
  )
  return {
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    /** The message that is visible at the corner of the page. */
    toast: () => store.getState().toast.current,
    store,
  }
}

export const field = (label: string | RegExp) => screen.getByLabelText(label)
export const button = (name: string | RegExp) => screen.getByRole('button', { name })

/** Replaces what a field holds. */
export async function fill(user: UserEvent, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await user.clear(field(label))
    if (text) await user.type(field(label), text)
  }
}

/** Chooses an option of a select. */
export async function choose(user: UserEvent, label: string | RegExp, option: string | RegExp): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: label }))
  await user.click(within(await screen.findByRole('listbox')).getByRole('option', { name: option }))
}
