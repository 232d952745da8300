import { hasCode, isApiError, textOf } from '~/api/client/problem.ts'

// Messages about properties (spec 1 §5, §8).

export const propertyToasts = {
  created: 'Property created successfully',
  updated: 'Property updated successfully',
  /** From the dashboard. */
  added: 'Property added successfully',
  addFailed: 'Failed to add property',
  invalid: { title: 'Validation Error', description: 'Please fix the form errors before submitting' },
} as const

/** `limit`: of the plan. */
export const propertyLimitReached = (limit: number) => ({
  title: 'Property Limit Reached',
  description: `You've reached the maximum of ${limit} properties for your current plan. Upgrade to add more properties.`,
})

const sentences: Readonly<Record<number, string>> = {
  400: 'Invalid property data. Please check all required fields.',
  401: 'Your session expired. Please log in again.',
  403: "You've reached your property limit for your current plan. Please upgrade to add more properties.",
}

/** Why a property could not be saved, by status; other errors as "status: message". */
export function propertyNotSaved(verb: 'create' | 'update', error: unknown): string {
  // An ended plan is refused with 403 too, but does not need a larger plan.
  const known = isApiError(error) && !hasCode(error, 'subscription-inactive') ? sentences[error.status] : undefined
  return `Failed to ${verb} property: ${known ?? textOf(error)}`
}

export const noProperties = {
  title: 'No Properties Yet',
  description: 'Get started by adding your first rental property to the system.',
  action: 'Add Your First Property',
} as const

export const propertyNotFound = {
  title: 'Property Not Found',
  description: "The property you're looking for doesn't exist.",
} as const
