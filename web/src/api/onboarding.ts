import type * as contracts from '@keyhold/contracts/tenancy/onboarding'
import * as routes from '@keyhold/contracts/tenancy/onboarding.routes'
import { api } from './client/api.ts'
import { callsOf } from './client/calls-of.ts'

const { query } = callsOf<typeof contracts>(routes)
const own = { providesTags: ['Onboarding'] } as const

const onboardingApi = api.injectEndpoints({
  endpoints: (build) => ({
    onboardingProgress: build.query({ ...query('onboardingProgress'), ...own }),
    gamePoints: build.query({ ...query('gamePoints'), ...own }),
    onboardingTasks: build.query({ ...query('onboardingTasks'), ...own }),
    completeStep: build.mutation({ ...query('completeStep'), invalidatesTags: ['Onboarding'] }),
    getOnboardingPlan: build.query({ ...query('getOnboardingPlan'), ...own }),
    saveOnboardingPlan: build.mutation({ ...query('saveOnboardingPlan'), invalidatesTags: ['Onboarding'] }),
    tenantOnboarding: build.query({ ...query('tenantOnboarding'), ...own }),
  }),
})

export const {
  useOnboardingProgressQuery,
  useGamePointsQuery,
  useOnboardingTasksQuery,
  useCompleteStepMutation,
  useGetOnboardingPlanQuery,
  useSaveOnboardingPlanMutation,
  useTenantOnboardingQuery,
} = onboardingApi
