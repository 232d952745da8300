import type * as contracts from '@keyhold/contracts/messaging/notifications-push'
import * as routes from '@keyhold/contracts/messaging/notifications-push.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)

const pushApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPushKey: build.query({ ...query('getPushKey'), providesTags: ['NotificationPreference'] }),
    subscribePush: build.mutation({ ...query('subscribePush') }),
    unsubscribePush: build.mutation({ ...query('unsubscribePush') }),
  }),
})

export const { useGetPushKeyQuery, useSubscribePushMutation, useUnsubscribePushMutation } = pushApi
