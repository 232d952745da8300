import type { Document } from '@keyhold/contracts/properties/documents'
import type { DeletedDocument } from '@keyhold/contracts/properties/document-bin'
import { useState } from 'react'
import { usePurgeDocumentMutation, useRestoreDocumentMutation } from '~/api/document-bin.ts'
import { useDeleteDocumentMutation } from '~/api/documents.ts'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { useDeletion } from '~/components/ui/use-deletion.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { documentToasts } from '~/texts/documents.ts'

const failed = (error: unknown) => toastError(documentToasts.deleteFailed, error)
const notRestored = (error: unknown) => toastError(documentToasts.restoreFailed, error)

/** Asks, deletes, offers to undo. */
export function useDeleteDocument(): (document: Document) => Promise<boolean> {
  const deletion = useDeletion()
  const [remove] = useDeleteDocumentMutation()
  const [restore] = useRestoreDocumentMutation()
  return ({ id, fileName }) =>
    deletion({
      what: 'document',
      description: `${fileName} will be removed from the library, for your tenant too. It stays in the bin for 30 days and is then permanently deleted.`,
      remove: () => remove({ id }).unwrap(),
      undo: () =>
        restore({ id })
          .unwrap()
          .then(() => undefined, notRestored),
    })
}

export type BinAct = 'put back' | 'delete'

// A document that is restored and deleted again is a new row.
const lying = ({ id, deletedAt }: DeletedDocument) => `${id} ${deletedAt}`

/** The actions on a document in the bin; each returns whether it was done. */
export function useBin() {
  const confirm = useConfirm()
  const [restore] = useRestoreDocumentMutation()
  const [purge] = usePurgeDocumentMutation()
  const [acts, setActs] = useState<ReadonlyMap<string, BinAct>>(new Map())
  const mark = (document: DeletedDocument, act: BinAct | undefined) =>
    setActs((before) => {
      const next = new Map(before)
      if (act) next.set(lying(document), act)
      else next.delete(lying(document))
      return next
    })
  return {
    /** The action in progress, until the row disappears. */
    actOn: (document: DeletedDocument) => acts.get(lying(document)),
    putBack: async (document: DeletedDocument) => {
      mark(document, 'put back')
      try {
        await restore({ id: document.id }).unwrap()
        toast({ variant: 'success', title: 'Document restored' })
        return true
      } catch (error) {
        mark(document, undefined)
        notRestored(error)
        return false
      }
    },
    deleteForGood: async (document: DeletedDocument) => {
      const goAhead = await confirm({
        title: 'Delete this document for good?',
        description: `${document.fileName} will be permanently deleted. This can’t be undone.`,
        confirmLabel: 'Delete permanently',
        destructive: true,
      })
      if (!goAhead) return false
      mark(document, 'delete')
      try {
        await purge({ id: document.id }).unwrap()
        toast({ variant: 'success', title: 'Document permanently deleted' })
        return true
      } catch (error) {
        mark(document, undefined)
        failed(error)
        return false
      }
    },
  }
}
