import { z } from '@keyhold/contracts/zod'
import { defineService } from '@keyhold/kit/runtime/service'
import { openPrinter } from './domain/pdf/printer.ts'
import { messagingEvents } from './events/messaging.ts'
import { propertyEvents } from './events/properties.ts'
import { stayEvents } from './events/stays.ts'
import { tenancyEvents } from './events/tenancy.ts'
import { resendReceipts } from './jobs/resend-receipts.ts'
import { attentionRoutes } from './routes/attention.ts'
import { bankAccountRoutes } from './routes/bank-accounts/bank-accounts.ts'
import { transferRoutes } from './routes/bank-accounts/transfers.ts'
import { bookRoutes } from './routes/books/books.ts'
import { depositRoutes } from './routes/deposits/deposits.ts'
import { lateFeePolicyRoutes } from './routes/late-fees/late-fee-policies.ts'
import { lateFeeTermsRoutes } from './routes/late-fees/late-fee-terms.ts'
import { lateFeeRoutes } from './routes/late-fees/late-fees.ts'
import { allocationOrderRoutes } from './routes/ledger/allocation-orders.ts'
import { explainRoutes } from './routes/ledger/explanations.ts'
import { ledgerViewRoutes } from './routes/ledger/ledger-view.ts'
import { ledgerRoutes } from './routes/ledger/tenant-ledgers.ts'
import { paymentRoutes } from './routes/payments/payments.ts'
import { summaryRoutes } from './routes/payments/summary.ts'
import { tenantRoutes } from './routes/payments/tenant-payments.ts'
import { verificationRoutes } from './routes/payments/verification.ts'
import { creditRoutes } from './routes/receipts/credits.ts'
import { receiptRoutes } from './routes/receipts/receipts.ts'
import { rentChangeRoutes } from './routes/rents/rent-changes.ts'
import { sendRoutes } from './routes/receipts/send.ts'
import { recurringRoutes } from './routes/rents/recurring-charges.ts'
import { reportFileRoutes } from './routes/reports/report-files.ts'
import { reportRoutes } from './routes/reports/reports.ts'
import { assessLateFeesHourly } from './schedules/late-fees.ts'
import { postRecurring } from './schedules/post-recurring.ts'

export const payments = defineService({
  name: 'payments',
  config: z.object({}),
  migrations: new URL('../migrations/', import.meta.url),
  shared: [],
  events: () => [...tenancyEvents, ...propertyEvents, ...messagingEvents, ...stayEvents],
  build(_config, tools) {
    const printer = openPrinter()
    return {
      routes: [
        ...paymentRoutes,
        ...summaryRoutes,
        ...receiptRoutes,
        ...creditRoutes,
        ...sendRoutes(printer),
        ...verificationRoutes,
        ...tenantRoutes,
        ...ledgerRoutes,
        ...ledgerViewRoutes,
        ...allocationOrderRoutes,
        ...bankAccountRoutes,
        ...transferRoutes,
        ...recurringRoutes,
        ...bookRoutes,
        ...rentChangeRoutes,
        ...reportRoutes,
        ...reportFileRoutes(printer),
        ...lateFeePolicyRoutes(tools),
        ...lateFeeTermsRoutes,
        ...lateFeeRoutes,
        ...depositRoutes,
        ...explainRoutes,
        ...attentionRoutes,
      ],
      schedules: [postRecurring(tools), assessLateFeesHourly(tools)],
      jobs: [resendReceipts(printer)],
      stop: () => printer.close(),
    }
  },
})
