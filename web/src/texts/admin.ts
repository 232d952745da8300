// Titles of what happened to an account, a subscription or a login; the server's message follows a failure (spec 1 §5, §8).

export const failures = {
  reset: 'Reset Failed',
  update: 'Update Failed',
  extension: 'Extension Failed',
  creation: 'Creation Failed',
  delete: 'Delete Failed',
} as const

export const successes = {
  passwordReset: 'Password Reset',
  subscriptionUpdated: 'Subscription Updated',
  trialExtended: 'Trial Extended',
  databaseCreated: 'Database Created',
  userCreated: 'User Created',
  userDeleted: 'User Deleted',
} as const

export const passwordMismatch = {
  title: 'Password Mismatch',
  description: 'New password and confirmation do not match',
} as const
export const passwordTooShort = {
  title: 'Password Too Short',
  description: 'Password must be at least 6 characters long',
} as const

export const superAdminOnly = 'Access denied. Super admin privileges required.'
