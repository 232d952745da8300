import type { AuthenticationAct } from '@keyhold/contracts/identity/sessions'

/** What the authentication log records, in words. */
export const authenticationWords: Record<AuthenticationAct, string> = {
  signed_in: 'Signed in',
  signed_in_with_passkey: 'Signed in with a passkey',
  sign_in_refused: 'Failed sign-in',
  second_step_asked: 'Password accepted, second step required',
  second_step_refused: 'Wrong code at sign-in',
  passkey_refused: 'Passkey not accepted',
  recovery_code_used: 'Recovery code used',
  password_confirmed: 'Password confirmed',
  password_refused: 'Wrong password',
  second_factor_confirmed: 'Second factor confirmed',
  second_factor_refused: 'Second factor not accepted',
  password_changed: 'Password changed',
  password_reset: 'Password reset by email link',
  email_change_asked: 'E-mail address change requested',
  app_refused: 'Wrong code during setup',
  app_turned_on: 'Authenticator app turned on',
  app_turned_off: 'Authenticator app turned off',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  recovery_codes_renewed: 'New recovery codes',
  second_factor_reset: 'Second factor reset by an administrator',
  session_ended: 'Signed out another device',
  sessions_ended: 'Signed out on other devices',
  signed_out: 'Signed out',
}

export const wordsOf = (what: AuthenticationAct): string => authenticationWords[what]

/** Somebody was refused. */
export const isAlarming = (what: AuthenticationAct): boolean => what.endsWith('_refused')
