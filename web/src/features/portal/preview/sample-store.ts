import { tenantLedger } from '@keyhold/contracts/payments/ledgers.routes'
import { listTenantPayments, tenantStats } from '@keyhold/contracts/payments/tenant-payments.routes'
import { listDocuments } from '@keyhold/contracts/properties/documents.routes'
import { tenantProperty } from '@keyhold/contracts/properties/properties.routes'
import { listTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests.routes'
import type { Route } from '@keyhold/contracts/route'
import { gamePoints, onboardingProgress } from '@keyhold/contracts/tenancy/onboarding.routes'
import { ownLandlord } from '@keyhold/contracts/tenancy/tenant-profile.routes'
import { configureStore } from '@reduxjs/toolkit'
import { api } from '~/api/client/api.ts'
import type { Call, LocalAnswers, Outcome } from '~/api/client/base-query.ts'
import { sessionSlice, signedIn } from '~/api/client/session-slice.ts'
import { previewNotice } from '~/texts/portal.ts'
import { sampleRecords, sampleUser } from './sample.ts'

/** What the portal asks for, answered with sample records. */
export function sampleAnswers(records = sampleRecords()): LocalAnswers {
  const answers: [Route, unknown][] = [
    [tenantStats, records.stats],
    [tenantProperty, records.home],
    [listTenantPayments, records.payments],
    [listTenantMaintenance, []],
    [listDocuments, records.documents],
    [ownLandlord, records.landlord],
    [onboardingProgress, records.progress],
    [gamePoints, records.points],
    [tenantLedger, records.ledger],
  ]
  return {
    answer({ method, url }: Call): Outcome {
      const path = url.split('?')[0]
      const found = answers.find(([route]) => route.method === method && route.path === path)
      if (!found) return { error: { status: 404, title: 'Preview', detail: previewNotice } }
      const data = found[1]
      return { data, meta: { next: null, total: Array.isArray(data) ? data.length : null } }
    },
  }
}

/** A store whose calls reach no server, and in which the sample tenant is signed in. */
export function createSampleStore() {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, [sessionSlice.name]: sessionSlice.reducer },
    middleware: (standard) => standard({ thunk: { extraArgument: sampleAnswers() } }).concat(api.middleware),
  })
  store.dispatch(signedIn(sampleUser))
  return store
}
