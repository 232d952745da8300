import type { Ledger } from '@keyhold/contracts/payments/ledgers'
import { GiveCreditDialog, PayOutCreditDialog, UndoRefundDialog } from './account-dialogs.tsx'
import type { Opened } from './ledger-card.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { ReceiptDialog } from './receipts/receipt-dialog.tsx'

/** What is opened from a ledger. */
export function LedgerDialogs({ opened, ledger, onClose }: { opened: Opened; ledger: Ledger; onClose: () => void }) {
  const { tenantId, names, credit } = ledger
  switch (opened.dialog) {
    case 'receipt':
      return <ReceiptDialog id={opened.id} onClose={onClose} />
    case 'refund':
      return <UndoRefundDialog refund={opened.refund} onClose={onClose} />
    case 'credit':
      return <GiveCreditDialog tenantId={tenantId} names={names} onClose={onClose} />
    case 'order':
      return <OrderDialog ledger={ledger} onClose={onClose} />
    case 'payOut':
      return <PayOutCreditDialog tenantId={tenantId} names={names} credit={credit} onClose={onClose} />
  }
}
