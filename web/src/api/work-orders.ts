import type * as contracts from '@keyhold/contracts/maintenance/work-orders'
import * as routes from '@keyhold/contracts/maintenance/work-orders.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Maintenance', 'Vendor', 'Report'] } as const

const workOrdersApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendWorkOrder: build.mutation({ ...query('sendWorkOrder'), ...changed }),
    revokeWorkOrder: build.mutation({ ...query('revokeWorkOrder'), ...changed }),
    answerVendor: build.mutation({ ...query('answerVendor'), ...changed }),
    decideBill: build.mutation({ ...query('decideBill'), ...changed }),
  }),
})

export const { useSendWorkOrderMutation, useRevokeWorkOrderMutation, useAnswerVendorMutation, useDecideBillMutation } =
  workOrdersApi
