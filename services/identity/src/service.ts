import { defineService } from '@keyhold/kit/service'
import { config } from './config.ts'
import { startResetMails } from './domain/reset-mails.ts'
import { billingEvents } from './events/billing.ts'
import { accountRoutes } from './routes/account.ts'
import { directoryRoutes } from './routes/directory.ts'
import { keyRoutes } from './routes/keys.ts'
import { resetPasswordRoutes } from './routes/reset-password.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { signUpRoutes } from './routes/sign-up.ts'
import { tenantUserRoutes } from './routes/tenant-users.ts'
import { forgetExpired } from './schedules/forget-expired.ts'
import { rotateSigningKey } from './schedules/rotate-signing-key.ts'

/** Users, their sessions, and the keys that access tokens are signed with. */
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
  ],
  build(settings, tools) {
    const mails = startResetMails(settings.PUBLIC_URL, tools)
    return {
      routes: [
        ...signInRoutes,
        ...signUpRoutes(settings),
        ...resetPasswordRoutes(settings, mails),
        ...accountRoutes(settings),
        ...sessionRoutes,
        ...tenantUserRoutes(settings),
        ...keyRoutes,
        ...directoryRoutes(settings),
      ],
      events: billingEvents,
      schedules: [rotateSigningKey(tools), forgetExpired(tools)],
      stop: () => mails.stop(),
    }
  },
})
