import type * as contracts from '@keyhold/contracts/messaging/reminder-rules'
import * as routes from '@keyhold/contracts/messaging/reminder-rules.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query, pages } = callsOf<typeof contracts>(routes)
const changed = { invalidatesTags: ['ReminderRule'] } as const

const reminderRulesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listReminderRules: build.query({ ...query('listReminderRules'), providesTags: ['ReminderRule'] }),
    createReminderRule: build.mutation({ ...query('createReminderRule'), ...changed }),
    updateReminderRule: build.mutation({ ...query('updateReminderRule'), ...changed }),
    deleteReminderRule: build.mutation({ ...query('deleteReminderRule'), ...changed }),
    previewReminder: build.mutation({ ...query('previewReminder') }),
    testReminder: build.mutation({ ...query('testReminder') }),
    listReminderLog: build.infiniteQuery({ ...pages('listReminderLog'), providesTags: ['ReminderRule'] }),
  }),
})

export const {
  useListReminderRulesQuery,
  useCreateReminderRuleMutation,
  useUpdateReminderRuleMutation,
  useDeleteReminderRuleMutation,
  usePreviewReminderMutation,
  useTestReminderMutation,
  useListReminderLogInfiniteQuery,
} = reminderRulesApi
