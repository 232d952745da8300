import { z } from '@keyhold/contracts/zod'
import { defineService } from '@keyhold/kit/runtime/service'
import { openPrinter } from './domain/pdf/printer.ts'
import { propertyEvents } from './events/properties.ts'
import { tenancyEvents } from './events/tenancy.ts'
import { attentionRoutes } from './routes/attention.ts'
import { depositRoutes } from './routes/deposits/deposits.ts'
import { lateFeePolicyRoutes } from './routes/late-fees/late-fee-policies.ts'
import { lateFeeRoutes } from './routes/late-fees/late-fees.ts'
import { explainRoutes } from './routes/ledger/explanations.ts'
import { ledgerViewRoutes } from './routes/ledger/ledger-view.ts'
import { ledgerRoutes } from './routes/ledger/tenant-ledgers.ts'
import { paymentRoutes } from './routes/payments/payments.ts'
import { summaryRoutes } from './routes/payments/summary.ts'
import { tenantRoutes } from './routes/payments/tenant-payments.ts'
import { verificationRoutes } from './routes/payments/verification.ts'
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
  build(_config, tools) {
    const printer = openPrinter()
    return {
      routes: [
        ...paymentRoutes,
        ...summaryRoutes,
        ...verificationRoutes,
        ...tenantRoutes,
        ...ledgerRoutes,
        ...ledgerViewRoutes,
        ...recurringRoutes,
        ...reportRoutes,
        ...reportFileRoutes(printer),
        ...lateFeePolicyRoutes(tools),
        ...lateFeeRoutes,
        ...depositRoutes,
        ...explainRoutes,
        ...attentionRoutes,
      ],
      events: [...tenancyEvents, ...propertyEvents],
      schedules: [postRecurring(tools), assessLateFeesHourly(tools)],
      stop: () => printer.close(),
    }
  },
})
