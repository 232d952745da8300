import { createSlice, nanoid, type Dispatch, type PayloadAction } from '@reduxjs/toolkit'

export interface ToastMessage {
  title: string
  description?: string
  variant?: 'default' | 'success' | 'destructive'
}

interface ToastState {
  /** One visible at a time (spec §9): a new one takes the place of the old. */
  current: (ToastMessage & { id: string }) | null
}

const quiet: ToastState = { current: null }

export const toastSlice = createSlice({
  name: 'toast',
  initialState: quiet,
  reducers: {
    shown: {
      prepare: (message: ToastMessage) => ({ payload: { ...message, id: nanoid() } }),
      reducer: (state, { payload }: PayloadAction<ToastMessage & { id: string }>) => {
        state.current = payload
      },
    },
    closed: (state, { payload: id }: PayloadAction<string>) => {
      if (state.current?.id === id) state.current = null
    },
  },
})

let dispatch: Dispatch | undefined

/** The store hands its dispatch over once, so that `toast` works outside of components too. */
export function bindToast(to: Dispatch): void {
  dispatch = to
}

/** Shows a message at the corner of the page for five seconds, in place of the one there. */
export function toast(message: ToastMessage): void {
  dispatch?.(toastSlice.actions.shown(message))
}
