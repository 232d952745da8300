import { MessagesSquare, Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useDispatch } from 'react-redux'
import { useSearchParams } from 'react-router-dom'
import type { ApiDispatch } from '~/api/client/api.ts'
import { useUser } from '~/api/client/session.ts'
import { Button } from '~/components/ui/button.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { cn } from '~/lib/cn.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { Names } from '../names.tsx'
import { openOutbox } from '../outbox.ts'
import type { View } from '../view.ts'
import { ConversationList } from './conversation-list.tsx'
import { ConversationPane } from './conversation-pane.tsx'

const NewConversationDialog = lazy(() => import('./new-conversation-dialog.tsx'))
const TenantConversationDialog = lazy(() => import('./tenant-conversation-dialog.tsx'))

/** The list and the open conversation side by side, one at a time on a phone. `?conversation=` opens one, `?tenant=` a new one with that tenant. */
export function Workspace({ view, header }: { view: View; header: (actions: ReactNode) => ReactNode }) {
  const { id: userId } = useUser()
  const dispatch = useDispatch<ApiDispatch>()
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useSearchState('conversation')
  const forTenant = params.get('tenant') ?? ''
  const [isNew, setNew] = useState(forTenant !== '')
  useEffect(() => openOutbox(userId, dispatch), [userId, dispatch])

  const closeDialog = (made?: string) => {
    setNew(false)
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous)
        next.delete('tenant')
        if (made) next.set('conversation', made)
        return next
      },
      { replace: true },
    )
  }
  const start = (
    <Button icon={<Plus aria-hidden />} onClick={() => setNew(true)}>
      New Conversation
    </Button>
  )

  return (
    <Names view={view}>
      <div className={cn(open && 'phone:hidden')}>{header(start)}</div>
      {/* On a phone the header makes room for the open conversation. */}
      {open && <h1 className="sr-only md:hidden">Conversation</h1>}
      <div className="grid gap-4 md:h-[max(30rem,calc(100dvh-13rem))] md:grid-cols-[18rem_minmax(0,1fr)] lg:h-[max(30rem,calc(100dvh-11rem))] xl:grid-cols-[22rem_minmax(0,1fr)]">
        <div className={cn('min-h-0 min-w-0', open && 'phone:hidden')}>
          <ConversationList view={view} open={open} onStart={() => setNew(true)} />
        </div>
        <div className={cn('min-h-0 min-w-0', !open && 'phone:hidden')}>
          {open ? (
            <ConversationPane key={open} view={view} id={open} onBack={() => setOpen('')} />
          ) : (
            <div className="grid h-full place-items-center rounded-xl border border-line bg-surface">
              <EmptyState
                compact
                icon={<MessagesSquare aria-hidden />}
                title="Choose a conversation"
                description="Its messages appear here."
              />
            </div>
          )}
        </div>
      </div>
      <Suspense>
        {isNew &&
          (view === 'tenant' ? (
            <TenantConversationDialog onClose={closeDialog} />
          ) : (
            <NewConversationDialog view={view} tenantId={forTenant} onClose={closeDialog} />
          ))}
      </Suspense>
    </Names>
  )
}
