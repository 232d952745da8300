import type * as contracts from '@keyhold/contracts/messaging/notifications-inbox'
import * as routes from '@keyhold/contracts/messaging/notifications-inbox.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['Notice'] } as const

const noticesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNotices: build.infiniteQuery({ ...pages('listNotices'), providesTags: ['Notice'] }),
    noticeSummary: build.query({ ...query('noticeSummary'), providesTags: ['Notice'] }),
    readNotice: build.mutation({ ...query('readNotice'), ...changed }),
    readAllNotices: build.mutation({ ...query('readAllNotices'), ...changed }),
  }),
})

export const { useListNoticesInfiniteQuery, useNoticeSummaryQuery, useReadNoticeMutation, useReadAllNoticesMutation } =
  noticesApi
