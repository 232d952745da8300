import { createSlice, nanoid, type Dispatch, type PayloadAction } from '@reduxjs/toolkit'
import { messageOf } from '~/api/client/problem.ts'

export interface ToastWords {
  title: string
  description?: string
  variant?: 'default' | 'success' | 'destructive'
}

export interface ToastMessage extends ToastWords {
  /** One button, such as Undo; its action must be available elsewhere too, since the message disappears after five seconds. */
  action?: { label: string; onPress: () => void }
}

export interface ShownToast extends ToastWords {
  id: string
  actionLabel?: string
}

interface ToastState {
  /** One visible at a time (spec §9): a new one replaces the old. */
  current: ShownToast | null
}

const quiet: ToastState = { current: null }

export const toastSlice = createSlice({
  name: 'toast',
  initialState: quiet,
  reducers: {
    shown: {
      prepare: (message: Omit<ShownToast, 'id'>) => ({ payload: { ...message, id: nanoid() } }),
      reducer: (state, { payload }: PayloadAction<ShownToast>) => {
        state.current = payload
      },
    },
    closed: (state, { payload: id }: PayloadAction<string>) => {
      if (state.current?.id === id) state.current = null
    },
  },
})

let dispatch: Dispatch | undefined

/** The store hands its dispatch over once, so that `toast` works outside of components too. Shows what was kept. */
export function bindToast(to: Dispatch): void {
  dispatch = to
  const kept = takeKept()
  if (kept) toast(kept)
}

const keptAt = 'keyhold.toast'

/** Shows a message again after the page is reloaded. */
export function keepToast(words: ToastWords): void {
  try {
    sessionStorage.setItem(keptAt, JSON.stringify(words))
  } catch {
    // Storage may be blocked.
  }
}

function takeKept(): ToastWords | null {
  try {
    const kept = sessionStorage.getItem(keptAt)
    sessionStorage.removeItem(keptAt)
    return kept ? (JSON.parse(kept) as ToastWords) : null
  } catch {
    return null
  }
}

/** Shows a message at the corner of the page for five seconds, replacing the current one. */
export function toast({ action, ...message }: ToastMessage): void {
  onAction = action?.onPress
  dispatch?.(toastSlice.actions.shown({ ...message, ...(action ? { actionLabel: action.label } : {}) }))
}

/** Shows that something failed, and why. */
export const toastError = (title: string, error: unknown): void =>
  toast({ variant: 'destructive', title, description: messageOf(error) })

// A store holds no functions; only one message is visible, so its function is stored here.
let onAction: (() => void) | undefined

/** The button of the message in sight was pressed. */
export const pressToastAction = (): void => onAction?.()
