import type { ToastMessage } from '~/lib/toast.ts'

// Messages about sessions and accounts (spec 1 §8). One file per area, so that a page ships only the sentences it needs.

/** For a session that expired; the sign-in page follows after `leaveAfterMs`. */
export const sessionLostToast: ToastMessage = {
  variant: 'destructive',
  title: 'Unauthorized',
  description: 'You are logged out. Logging in again...',
}

/** Between signing out, or being signed out, and the sign-in page (spec 1 §9). */
export const leaveAfterMs = 500

export const loggedOutToast: ToastMessage = {
  title: 'Logged out successfully',
  description: 'You have been signed out of your account.',
}
/** Used if the server gives no message. */
export const logoutFailed = { title: 'Logout failed', otherwise: 'Failed to sign out' }

export const loginSuccessful = (firstName: string): ToastMessage => ({
  variant: 'success',
  title: 'Login Successful',
  description: `Welcome back, ${firstName || 'User'}`,
})
export const loginFailed = 'Login Failed'

export const accountCreatedToast: ToastMessage = {
  variant: 'success',
  title: 'Account Created',
  description: 'Your account has been created successfully. Please sign in.',
}
export const signupFailed = 'Signup Failed'

/** The server says the sentence that follows: 'Invalid super admin credentials. Only authorized personnel can create super admin accounts.' */
export const superAdminRefused = 'Super Admin Verification Failed'

export const notFoundTitle = '404 Page Not Found'

/** Someone signed out at the tenant portal (spec 2 §8). */
export const portalDeniedToast: ToastMessage = {
  variant: 'destructive',
  title: 'Access Denied',
  description: 'Please log in to access the tenant portal',
}
