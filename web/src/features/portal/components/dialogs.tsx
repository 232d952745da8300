import { lazy, Suspense } from 'react'
import type { Stats } from '../words.ts'

// Forms and their schemas come when they are first asked for.
const RequestDialog = lazy(() => import('./request-dialog.tsx'))
const PaymentDialog = lazy(() => import('./payment-dialog.tsx'))

export type OpenDialog = 'payment' | 'request' | null

/** The portal's dialogs, one at a time. */
export function Dialogs({
  open,
  on,
  stats,
  onClose,
}: {
  open: OpenDialog
  on: 'portal' | 'screen'
  stats?: Stats | undefined
  onClose: () => void
}) {
  return (
    <Suspense>
      {open === 'payment' && <PaymentDialog stats={stats} onClose={onClose} />}
      {open === 'request' && <RequestDialog on={on} onClose={onClose} />}
    </Suspense>
  )
}
