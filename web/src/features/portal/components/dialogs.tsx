import { lazy, Suspense } from 'react'
import type { Stats } from '../words.ts'

// Forms and their schemas are loaded on demand.
const ContactDialog = lazy(() => import('./contact-dialog.tsx'))
const NewRequestDialog = lazy(() => import('./new-request-dialog.tsx'))
const ReportPaymentDialog = lazy(() => import('./report-payment-dialog.tsx'))

export type OpenDialog = 'payment' | 'request' | 'contact' | null

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
      {open === 'payment' && <ReportPaymentDialog stats={stats} onClose={onClose} />}
      {open === 'contact' && <ContactDialog onClose={onClose} />}
      {open === 'request' && <NewRequestDialog on={on} onClose={onClose} />}
    </Suspense>
  )
}
