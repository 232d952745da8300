import { defineService } from '@keyhold/kit/runtime/service'
import { config } from './config.ts'
import { billingEvents } from './events/billing.ts'
import { platformEvents } from './events/platform.ts'
import { mailResetLinks } from './jobs/mail-reset-links.ts'
import { mailTicketAnswers } from './jobs/mail-ticket-answers.ts'
import { accountRoutes } from './routes/accounts/account.ts'
import { adminAccountRoutes } from './routes/admin/admin-accounts.ts'
import { adminActivityRoutes } from './routes/admin/admin-activity.ts'
import { adminDatabaseRoutes } from './routes/admin/admin-databases.ts'
import { directoryRoutes } from './routes/accounts/directory.ts'
import { keyRoutes } from './routes/sessions/keys.ts'
import { resetPasswordRoutes } from './routes/accounts/reset-password.ts'
import { sessionRoutes } from './routes/sessions/sessions.ts'
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
    'confirmations',
    'password_reset_requests',
    'password_reset_links',
    'platform_settings',
    'admin_activity_log',
  ],
  build(settings, tools) {
    return {
      routes: [
        ...signInRoutes,
        ...signUpRoutes(settings),
        ...resetPasswordRoutes(settings),
        ...accountRoutes(settings),
        ...sessionRoutes,
        ...tenantUserRoutes(settings),
        ...tenantPasswordRoutes(settings),
        ...keyRoutes,
        ...directoryRoutes(settings),
        ...adminAccountRoutes(settings),
        ...adminActivityRoutes,
        ...adminDatabaseRoutes(tools.databases),
        ...supportTicketRoutes,
        ...adminTicketRoutes,
      ],
      events: [...billingEvents, ...platformEvents],
      schedules: [rotateSigningKey(tools), deleteExpired(tools), finishDatabases(tools)],
      jobs: [mailResetLinks(settings.PUBLIC_URL), mailTicketAnswers(settings.PUBLIC_URL)],
    }
  },
})
