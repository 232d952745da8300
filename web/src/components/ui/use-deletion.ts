import type { ReactNode } from 'react'
import { toast, toastError, type ToastMessage } from '~/lib/toast.ts'
import { useConfirm } from './confirm.tsx'

export interface Deletion {
  /** The kind of record, in lower case: 'tenant'. */
  what: string
  /** What happens to it, and what stays. */
  description: ReactNode
  remove: () => Promise<unknown>
  /** Brings it back. */
  undo?: () => Promise<void>
  /** Where the specification has words of its own. */
  done?: Pick<ToastMessage, 'title' | 'description'>
  failed?: string
}

/** Deletes a record, everywhere alike: asks, deletes, shows the outcome; true if it was deleted. */
export function useDeletion(): (deletion: Deletion) => Promise<boolean> {
  const confirm = useConfirm()
  return async ({ what, description, remove, undo, done, failed = `Failed to delete ${what}` }) => {
    const goAhead = await confirm({
      title: `Are you sure you want to delete this ${what}?`,
      description,
      confirmLabel: 'Delete',
      destructive: true,
    })
    if (!goAhead) return false
    try {
      await remove()
    } catch (error) {
      toastError(failed, error)
      return false
    }
    toast({
      variant: 'success',
      title: `${what.charAt(0).toUpperCase()}${what.slice(1)} deleted successfully`,
      ...done,
      ...(undo ? { action: { label: 'Undo', onPress: () => void undo() } } : {}),
    })
    return true
  }
}
