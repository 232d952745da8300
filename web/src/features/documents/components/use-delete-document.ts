import type { DeletedDocument, Document } from '@keyhold/contracts/documents'
import { messageOf } from '~/api/problem.ts'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { toast } from '~/lib/toast.ts'
import { documentToasts } from '~/texts/documents.ts'
import { useDeleteDocumentMutation, usePurgeDocumentMutation, useRestoreDocumentMutation } from '../api.ts'

const failed = (error: unknown) => toast({ variant: 'destructive', title: documentToasts.deleteFailed, description: messageOf(error) })
const notRestored = (error: unknown) => toast({ variant: 'destructive', title: documentToasts.restoreFailed, description: messageOf(error) })

/** Asks, deletes, offers to take it back. */
export function useDeleteDocument(): (document: Document) => Promise<void> {
  const confirm = useConfirm()
  const [remove] = useDeleteDocumentMutation()
  const [restore] = useRestoreDocumentMutation()
  return async ({ id, fileName }) => {
    const goAhead = await confirm({
      title: 'Delete this document?',
      description: `${fileName} leaves the library, for your tenant too. It stays in the bin for 30 days and is then removed for good.`,
      confirmLabel: 'Delete',
      destructive: true,
    })
    if (!goAhead) return
    try {
      await remove({ id }).unwrap()
      toast({ title: 'Document deleted', action: { label: 'Undo', onPress: () => void restore({ id }).unwrap().catch(notRestored) } })
    } catch (error) {
      failed(error)
    }
  }
}

/** What can be done with a document in the bin. */
export function useBin() {
  const confirm = useConfirm()
  const [restore] = useRestoreDocumentMutation()
  const [purge] = usePurgeDocumentMutation()
  return {
    putBack: async ({ id }: DeletedDocument) => {
      try {
        await restore({ id }).unwrap()
        toast({ variant: 'success', title: 'Document put back' })
      } catch (error) {
        notRestored(error)
      }
    },
    deleteForGood: async ({ id, fileName }: DeletedDocument) => {
      const goAhead = await confirm({
        title: 'Delete this document for good?',
        description: `${fileName} leaves the bin now. It cannot be brought back.`,
        confirmLabel: 'Delete for good',
        destructive: true,
      })
      if (!goAhead) return
      try {
        await purge({ id }).unwrap()
        toast({ title: 'Document deleted for good' })
      } catch (error) {
        failed(error)
      }
    },
  }
}
