import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { api } from '~/api/client/api.ts'
import { sessionSlice } from '~/api/client/session-slice.ts'
import { bindToast, toastSlice } from '~/lib/toast.ts'

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [sessionSlice.name]: sessionSlice.reducer,
  [toastSlice.name]: toastSlice.reducer,
})

export const store = configureStore({ reducer, middleware: (standard) => standard().concat(api.middleware) })
bindToast(store.dispatch)

export type RootState = ReturnType<typeof reducer>
