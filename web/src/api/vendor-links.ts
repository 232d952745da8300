import type * as contracts from '@keyhold/contracts/maintenance/vendor-links'
import * as routes from '@keyhold/contracts/maintenance/vendor-links.routes'
import { api } from './client/api.ts'
import type { Call } from './client/base-query.ts'
import { callsOf } from './client/calls-of.ts'
import type { OnProgress } from './client/upload.ts'

const { query, call, url } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Maintenance'] } as const

interface NewPhoto {
  token: string
  file: Blob
  onProgress: OnProgress
}
interface NewBill {
  token: string
  amount: string
  file: File
}

function billBody({ amount, file }: NewBill): FormData {
  const form = new FormData()
  form.append('amount', amount)
  form.append('file', file)
  return form
}

/** The calls of a vendor's link, which need no session. */
export const vendorLinksApi = api.injectEndpoints({
  endpoints: (build) => ({
    openWorkOrder: build.query({ ...query('openWorkOrder'), providesTags: ['Maintenance'] }),
    answerWorkOrder: build.mutation({ ...query('answerWorkOrder'), ...changed }),
    askAboutWorkOrder: build.mutation({ ...query('askAboutWorkOrder'), ...changed }),
    proposeWorkTime: build.mutation({ ...query('proposeWorkTime'), ...changed }),
    takeWorkTime: build.mutation({ ...query('takeWorkTime'), ...changed }),
    finishWork: build.mutation({ ...query('finishWork'), ...changed }),
    addWorkPhoto: build.mutation<contracts.VendorView, NewPhoto>({
      query: ({ token, file, onProgress }): Call => ({ ...call('addWorkPhoto', { token }), body: file, onProgress }),
      ...changed,
    }),
    sendBill: build.mutation<contracts.VendorView, NewBill>({
      query: (bill): Call => ({ ...call('sendBill', { token: bill.token }), body: billBody(bill) }),
      ...changed,
    }),
  }),
})

export const workPhotoUrl = (token: string, photoId: string, size: 'thumbnail' | 'full'): string =>
  url('workPhotoFile', { token, photoId, size })

export const {
  useOpenWorkOrderQuery,
  useAnswerWorkOrderMutation,
  useAskAboutWorkOrderMutation,
  useProposeWorkTimeMutation,
  useTakeWorkTimeMutation,
  useFinishWorkMutation,
  useSendBillMutation,
} = vendorLinksApi
