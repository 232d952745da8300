import { BookmarkPlus, MessageSquareQuote } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'

const CannedRepliesDialog = lazy(() => import('./canned-replies-dialog.tsx'))

/** The landlord's own replies: insert one, or store what is typed. */
export function CannedReplies({ text, onInsert }: { text: string; onInsert: (reply: string) => void }) {
  const [open, setOpen] = useState<'choose' | 'add' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="ml-auto flex gap-1">
      {text.trim() !== '' && (
        <Button variant="ghost" size="sm" icon={<BookmarkPlus aria-hidden />} onClick={() => setOpen('add')}>
          Save as reply
        </Button>
      )}
      <Button variant="ghost" size="sm" icon={<MessageSquareQuote aria-hidden />} onClick={() => setOpen('choose')}>
        Saved replies
      </Button>
      <Suspense>
        {open && (
          <CannedRepliesDialog
            text={open === 'add' ? text.trim() : null}
            onClose={close}
            onInsert={(reply) => {
              close()
              onInsert(reply)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
