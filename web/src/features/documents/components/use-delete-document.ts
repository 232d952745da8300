import type { Document } from '@keyhold/contracts/documents'
import { messageOf } from '~/api/problem.ts'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { toast } from '~/lib/toast.ts'
import { documentToasts } from '~/texts/documents.ts'
import { useDeleteDocumentMutation, useRestoreDocumentMutation } from '../api.ts'

const failed = (error: unknown) => toast({ variant: 'destructive', title: documentToasts.deleteFailed, description: messageOf(error) })

/** Asks, deletes, offers to take it back. */
export function useDeleteDocument(): (document: Document) => Promise<void> {
  const confirm = useConfirm()
  const [remove] = useDeleteDocumentMutation()
  const [restore] = useRestoreDocumentMutation()
  return async ({ id, fileName }) => {
    const goAhead = await confirm({
      title: 'Delete this document?',
      description: `${fileName} leaves the library, for your tenant too. It is kept for 30 days and then removed for good.`,
      confirmLabel: 'Delete',
      destructive: true,
    })
    if (!goAhead) return
    try {
      await remove({ id }).unwrap()
      toast({ title: 'Document deleted', action: { label: 'Undo', onPress: () => void restore({ id }).unwrap().catch(failed) } })
    } catch (error) {
      failed(error)
    }
  }
}
