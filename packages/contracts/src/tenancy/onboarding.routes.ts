import { route } from '../route.ts'
import { landlords, tenants } from '../roles.ts'

export const onboardingProgress = route('GET', '/api/tenant/onboarding/progress', tenants)
export const gamePoints = route('GET', '/api/tenant/game-points', tenants)
export const onboardingTasks = route('GET', '/api/tenant/onboarding/tasks', tenants)
export const completeStep = route('POST', '/api/tenant/onboarding/complete-step', tenants)
export const getOnboardingPlan = route('GET', '/api/onboarding-plan', landlords)
export const saveOnboardingPlan = route('PUT', '/api/onboarding-plan', landlords)
export const tenantOnboarding = route('GET', '/api/tenants/:id/onboarding', landlords)
