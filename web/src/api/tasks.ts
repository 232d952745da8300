import type * as cleaners from '@keyhold/contracts/properties/stays/cleaners'
import * as cleanerRoutes from '@keyhold/contracts/properties/stays/cleaners.routes'
import type * as tasks from '@keyhold/contracts/properties/stays/tasks'
import * as taskRoutes from '@keyhold/contracts/properties/stays/tasks.routes'
import { api } from './client/api.ts'
import { callsOf, itemsOf, mostChoices } from './client/calls-of.ts'

const ofTasks = callsOf<typeof tasks>(taskRoutes)
const ofCleaners = callsOf<typeof cleaners>(cleanerRoutes)
// Costs of tasks are part of what a home earns, and a new name is a new cleaner.
const changed = { invalidatesTags: ['StayTask', 'StayAnalytics', 'Attention'] } as const

const turnoversApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTasks: build.infiniteQuery({ ...ofTasks.pages('listTasks'), providesTags: ['StayTask'] }),
    createTask: build.mutation({ ...ofTasks.query('createTask'), ...changed }),
    updateTask: build.mutation({ ...ofTasks.query('updateTask'), ...changed }),
    listTurnoverRules: build.infiniteQuery({ ...ofTasks.pages('listTurnoverRules'), providesTags: ['StayTask'] }),
    createTurnoverRule: build.mutation({ ...ofTasks.query('createTurnoverRule'), ...changed }),
    updateTurnoverRule: build.mutation({ ...ofTasks.query('updateTurnoverRule'), ...changed }),
    deleteTurnoverRule: build.mutation({ ...ofTasks.query('deleteTurnoverRule'), ...changed }),
    listCleaners: build.infiniteQuery({ ...ofCleaners.pages('listCleaners'), providesTags: ['StayTask'] }),
    createCleanerLink: build.mutation({ ...ofCleaners.query('createCleanerLink'), invalidatesTags: ['StayTask'] }),
    revokeCleanerLink: build.mutation({ ...ofCleaners.query('revokeCleanerLink'), invalidatesTags: ['StayTask'] }),
    // For whoever has a cleaner's link, without a session.
    cleanerTasks: build.query({ ...ofCleaners.query('cleanerTasks'), providesTags: ['StayTask'] }),
    updateCleanerTask: build.mutation({ ...ofCleaners.query('updateCleanerTask'), invalidatesTags: ['StayTask'] }),
  }),
})

export const {
  useListTasksInfiniteQuery,
  useCreateTaskMutation,
  useUpdateTaskMutation,
  useListTurnoverRulesInfiniteQuery,
  useCreateTurnoverRuleMutation,
  useUpdateTurnoverRuleMutation,
  useDeleteTurnoverRuleMutation,
  useListCleanersInfiniteQuery,
  useCreateCleanerLinkMutation,
  useRevokeCleanerLinkMutation,
  useCleanerTasksQuery,
  useUpdateCleanerTaskMutation,
} = turnoversApi

/** The landlord's cleaners, by name. */
export const useCleaners = () => itemsOf(useListCleanersInfiniteQuery({ limit: mostChoices }).data)

export const cleanerCalendarUrl = (token: string): string => ofCleaners.url('cleanerCalendar', { token })
