import { defineService } from '@keyhold/kit/runtime/service'
import { config } from './config.ts'
import { openAuthenticatorApps } from './domain/second-factors/authenticator-apps.ts'
import { openDns } from './providers/dns/dns.ts'
import { openSigningKeys } from './domain/sessions/signing-keys.ts'
import { billingEvents } from './events/billing.ts'
import { platformEvents } from './events/platform.ts'
import { mailChangeNotices } from './jobs/mail-change-notices.ts'
import { mailMailboxLinks } from './jobs/mail-mailbox-links.ts'
import { mailResetLinks } from './jobs/mail-reset-links.ts'
import { mailTicketAnswers } from './jobs/mail-ticket-answers.ts'
import { brandingRoutes } from './routes/branding/branding.ts'
import { hostRoutes } from './routes/branding/hosts.ts'
import { portalBrandingRoutes } from './routes/branding/portal.ts'
import { accountRoutes } from './routes/accounts/account.ts'
import { adminAccountRoutes } from './routes/admin/admin-accounts.ts'
import { adminResetRoutes } from './routes/admin/admin-resets.ts'
import { adminActivityRoutes } from './routes/admin/admin-activity.ts'
import { adminDatabaseRoutes } from './routes/admin/admin-databases.ts'
import { proofRoutes } from './routes/accounts/proofs.ts'
import { directoryRoutes } from './routes/accounts/directory.ts'
import { keyRoutes } from './routes/sessions/keys.ts'
import { resetPasswordRoutes } from './routes/accounts/reset-password.ts'
import { confirmationRoutes } from './routes/second-factors/confirmations.ts'
import { passkeyRoutes } from './routes/second-factors/passkeys.ts'
import { secondFactorRoutes } from './routes/second-factors/second-factors.ts'
import { secondStepRoutes } from './routes/second-factors/second-step.ts'
import { authenticationLogRoutes } from './routes/sessions/authentication-log.ts'
import { sessionRoutes } from './routes/sessions/sessions.ts'
import { membershipRoutes } from './routes/sessions/memberships.ts'
import { signInRoutes } from './routes/sessions/sign-in.ts'
import { signUpRoutes } from './routes/accounts/sign-up.ts'
import { adminTicketRoutes, supportTicketRoutes } from './routes/support/support-tickets.ts'
import { tenantPasswordRoutes, tenantUserRoutes } from './routes/accounts/tenant-users.ts'
import { deleteExpired } from './schedules/delete-expired.ts'
import { rotateSigningKey } from './schedules/rotate-signing-key.ts'
import { finishDatabases } from './schedules/finish-databases.ts'

/** Users, sessions, signing keys of access tokens, and the administrator's records. */
export const identity = defineService({
  name: 'identity',
  config,
  migrations: new URL('../migrations/', import.meta.url),
  shared: [
    'users',
    'sessions',
    'refresh_tokens',
    'signing_keys',
    'login_failures',
    'known_devices',
    'authentication_log',
    'authenticator_apps',
    'passkeys',
    'recovery_codes',
    'sign_in_steps',
    'passkey_challenges',
    'confirmations',
    'mailbox_links',
    'phone_codes',
    'sign_ups',
    'password_reset_requests',
    'password_reset_links',
    'platform_settings',
    'admin_activity_log',
    'database_requests',
    'branding_hosts',
  ],
  events: () => [...billingEvents, ...platformEvents],
  build(settings, tools) {
    const signingKeys = openSigningKeys(settings.SIGNING_KEY_SECRET, tools.log)
    const apps = openAuthenticatorApps(settings.SIGNING_KEY_SECRET, tools.log)
    return {
      routes: [
        ...signInRoutes(settings, signingKeys),
        ...secondStepRoutes({ config: settings, signingKeys, apps }),
        ...membershipRoutes(settings, signingKeys),
        ...signUpRoutes(settings),
        ...resetPasswordRoutes(settings),
        ...accountRoutes(settings),
        ...proofRoutes(settings),
        ...secondFactorRoutes(settings, apps),
        ...passkeyRoutes(settings),
        ...confirmationRoutes(settings, apps),
        ...sessionRoutes,
        ...authenticationLogRoutes,
        ...tenantUserRoutes(settings),
        ...tenantPasswordRoutes(settings),
        ...keyRoutes(signingKeys),
        ...directoryRoutes(settings),
        ...adminAccountRoutes,
        ...adminResetRoutes(settings),
        ...adminActivityRoutes(settings),
        ...adminDatabaseRoutes(tools.databases),
        ...brandingRoutes(settings),
        ...hostRoutes(settings, openDns(settings.DNS_SERVER)),
        ...portalBrandingRoutes,
        ...supportTicketRoutes,
        ...adminTicketRoutes,
      ],
      schedules: [rotateSigningKey(tools, signingKeys), deleteExpired(tools), finishDatabases(tools)],
      jobs: [
        mailResetLinks(settings.PUBLIC_URL),
        mailMailboxLinks(settings.PUBLIC_URL),
        mailChangeNotices(settings.PUBLIC_URL),
        mailTicketAnswers(settings.PUBLIC_URL),
      ],
    }
  },
})
