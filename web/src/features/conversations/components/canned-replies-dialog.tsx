import { type CannedReply, CannedReplyForm } from '@keyhold/contracts/messaging/conversations-settings'
import { MessageSquareQuote, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { itemsOf } from '~/api/client/calls-of.ts'
import {
  useCreateCannedReplyMutation,
  useDeleteCannedReplyMutation,
  useListCannedRepliesInfiniteQuery,
  useUpdateCannedReplyMutation,
} from '~/api/conversations.ts'
import { TextareaField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { SearchInput } from '~/components/ui/toolbar.tsx'
import { toastError } from '~/lib/toast.ts'
import { useDebounced } from '~/lib/use-debounced.ts'

interface Props {
  /** What a new reply begins with; null to choose from those that are there. */
  text: string | null
  onClose: () => void
  onInsert: (reply: string) => void
}

type Edited = CannedReply | { id: null; title: string; text: string }

/** The landlord's saved replies: searched, inserted, written and removed. */
export default function CannedRepliesDialog({ text, onClose, onInsert }: Props) {
  const [edited, setEdited] = useState<Edited | null>(text === null ? null : { id: null, title: '', text })
  return edited ? (
    <ReplyDialog reply={edited} onClose={() => (text === null ? setEdited(null) : onClose())} />
  ) : (
    <Dialog onClose={onClose} title="Saved replies" description="Choose one to insert it into your message.">
      <Replies onInsert={onInsert} onEdit={setEdited} />
    </Dialog>
  )
}

function Replies({ onInsert, onEdit }: { onInsert: (reply: string) => void; onEdit: (reply: Edited) => void }) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim())
  const list = useListCannedRepliesInfiniteQuery({ limit: 50, ...(q ? { q } : {}) })
  const replies = itemsOf(list.data)
  const add = (
    <Button variant="secondary" icon={<Plus aria-hidden />} onClick={() => onEdit({ id: null, title: '', text: '' })}>
      New reply
    </Button>
  )
  if (list.isError && replies.length === 0)
    return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <SearchInput label="Search replies" value={typed} onChange={setTyped} className="flex-1" />
        {add}
      </div>
      {list.isLoading ? (
        <RowSkeletons count={3} />
      ) : replies.length === 0 ? (
        <EmptyState
          compact
          icon={<MessageSquareQuote aria-hidden />}
          title={q ? 'No replies match' : 'No saved replies yet'}
          description={q ? undefined : 'What you answer often, ready to insert.'}
        />
      ) : (
        <ul className="divide-y divide-line">
          {replies.map((reply) => (
            <Row key={reply.id} reply={reply} onInsert={onInsert} onEdit={onEdit} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button variant="ghost" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

interface RowProps {
  reply: CannedReply
  onInsert: (reply: string) => void
  onEdit: (reply: Edited) => void
}

function Row({ reply, onInsert, onEdit }: RowProps) {
  const [remove, { isLoading }] = useDeleteCannedReplyMutation()
  const confirm = useConfirm()
  const { id, title, text } = reply
  const press = async () => {
    if (!(await confirm({ title: `Remove “${title}”?`, confirmLabel: 'Remove', destructive: true }))) return
    await remove({ id })
      .unwrap()
      .catch((error: unknown) => toastError('The reply was not removed', error))
  }
  return (
    <li className="flex items-center gap-1 py-1">
      <button
        type="button"
        className="grid min-w-0 flex-1 rounded-md px-2 py-1.5 text-left hover:bg-sunken"
        onClick={() => onInsert(text)}
      >
        <span className="font-medium">{title}</span>
        <span className="truncate text-sm text-muted">{text}</span>
      </button>
      <IconButton label={`Edit ${title}`} onClick={() => onEdit(reply)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={`Remove ${title}`} loading={isLoading} onClick={() => void press()}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  )
}

function ReplyDialog({ reply: { id, title, text }, onClose }: { reply: Edited; onClose: () => void }) {
  const [create, creating] = useCreateCannedReplyMutation()
  const [update, updating] = useUpdateCannedReplyMutation()
  const form = useZodForm(CannedReplyForm, { defaultValues: { title, text } })
  const save = async (values: { title: string; text: string }) => {
    try {
      await (id === null ? create(values) : update({ id, ...values })).unwrap()
      onClose()
    } catch (error) {
      toastError('The reply was not saved', error)
      showIssues(form, error)
    }
  }
  return (
    <Dialog onClose={onClose} title={id === null ? 'New saved reply' : 'Edit saved reply'}>
      <Form form={form} onSubmit={save} className="flex-1">
        <TextField control={form.control} name="title" label="Name" maxLength={80} autoComplete="off" required />
        <TextareaField control={form.control} name="text" label="Reply" rows={5} maxLength={5000} required />
        <FormFooter submit="Save" loading={creating.isLoading || updating.isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
