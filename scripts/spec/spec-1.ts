import { row, type Section } from '../lib/spec-coverage.ts'

// The walk through the platform specification, section by section, in its order. Calls are read from the code (see lib/spec-coverage.ts).

const visitor = 'e2e/visitor.journey.ts › '
const landlord = 'e2e/landlord.journey.ts › '
const properties = 'e2e/properties.journey.ts › '
const admin = 'e2e/admin.journey.ts › '
const billing = 'e2e/billing.journey.ts › '
const keyboard = 'e2e/keyboard.journey.ts › '
const looks = 'e2e/looks.journey.ts › '
const routes = 'e2e/routes.journey.ts › '
const settings = 'e2e/settings.journey.ts › '

const texts = (file: string) => `web/src/texts/${file}.ts`

export const sections: Section[] = [
  {
    title: '1 What the product does and for whom',
    rows: [
      row(
        'Landlords, tenants and a super admin',
        'packages/contracts/src/roles.ts + services/gateway/src/edge/api/api.ts#assertAccess',
        'services/tests/authorization.test.ts + services/tests/fuzz.test.ts',
      ),
      row(
        '14-day free trial with full access, no credit card, no setup fees, cancel anytime',
        'packages/contracts/src/billing/plans.ts#trialDays = 14 + web/src/features/welcome/components/get-started.tsx',
        `services/billing/src/routes/subscriptions.test.ts + ${visitor}the landing page has its three tabs`,
      ),
      row(
        'Landing copy: what is there, and what is not available yet, told apart',
        'web/src/features/welcome/components/feature-cards.tsx',
        `${visitor}the landing page has its three tabs`,
      ),
      row(
        'Every record belongs to a landlord',
        'packages/kit/src/database/migrate-policies.ts + packages/kit/src/database/database.ts',
        "services/tests/authorization.test.ts + e2e/two-landlords.journey.ts › nothing of the one's is on the other's screens",
      ),
      row(
        'Plans cap the number of properties',
        'services/properties/src/domain/properties/property-limit.ts',
        'services/properties/src/domain/properties/property-limit.test.ts › of 20 concurrent creates under a cap of 5, five succeed',
      ),
    ],
  },
  {
    title: '2 Screens and routes',
    rows: [
      row(
        'Landing page at / with the tabs Get Started, Sign In, Create Account',
        'web/src/features/welcome/pages/landing-page.tsx',
        `${visitor}the landing page has its three tabs`,
      ),
      row(
        'A spinner at / while the session is loading',
        'web/src/app/app.tsx#PageSpinner',
        `${visitor}the landing page has its three tabs`,
      ),
      row(
        '/login, /signup and /tenant-register are public',
        'web/src/app/router.ts#publicScreens',
        `${looks}what everyone may see`,
      ),
      row(
        "'404 Page Not Found' at any unknown path",
        `web/src/app/not-found-page.tsx + ${texts('session')}#404 Page Not Found`,
        `${visitor}every protected address leads to sign-in, an unknown one nowhere`,
      ),
      row(
        "Sign-in form: 'Sign In to Your Account', Account Type, Email Address, Password, 'Sign in' / 'Signing in...', then /",
        'web/src/features/welcome/components/sign-in-form.tsx#Signing in...',
        `${visitor}signing in says what went wrong and what went well`,
      ),
      row(
        "Sign-up form: 'Start Your Free Trial', its fields, 'Start Free 14-Day Trial' / 'Starting your trial...', the note on terms and privacy; no sign-in by itself",
        'web/src/features/welcome/components/sign-up-form.tsx#Starting your trial...',
        `${visitor}signing up says what went wrong and what went well`,
      ),
      row(
        "'Super Admin Verification Required' with Full Name and Authorized Phone Number",
        'web/src/features/welcome/components/sign-up-form.tsx#Super Admin Verification Required',
        `${visitor}signing up says what went wrong and what went well + services/identity/src/routes/accounts/sign-up.test.ts › can sign in only after opening the mailed link, which works once`,
      ),
      row(
        'Terms of Service and Privacy Policy',
        'web/src/features/legal/pages/terms-page.tsx + web/src/features/legal/pages/privacy-page.tsx',
        `${looks}what everyone may see`,
      ),
      row(
        'Password reset by a link in a mail',
        'web/src/features/welcome/pages/forgot-password-page.tsx + services/identity/src/routes/accounts/reset-password.ts',
        `${visitor}a forgotten password is set anew by the mailed link + services/identity/src/routes/accounts/reset-password.test.ts`,
      ),
      row(
        'Routes of a super admin',
        'web/src/app/router.ts#super_admin',
        `${routes}a super admin reaches the routes of the specification`,
      ),
      row(
        'Routes of a landlord',
        'web/src/app/router.ts#landlord:',
        `${routes}a landlord reaches the routes of the specification`,
      ),
      row(
        'Routes of a tenant',
        "web/src/app/screens.ts#roles: ['tenant']",
        `${routes}a tenant reaches the routes of the specification`,
      ),
      row(
        'Routes whose screens belong to the second document say so plainly until they are built',
        'web/src/app/planned-page.tsx',
        `${routes}a landlord reaches the routes of the specification`,
      ),
      row(
        'Sidebar of a landlord, and of a super admin in landlord mode',
        'web/src/app/screens.ts#sidebar: { landlord:',
        `${routes}a landlord reaches the routes of the specification + ${routes}the mode of a super admin follows the route`,
      ),
      row(
        'Landlords get Management at /user-management',
        "web/src/app/screens.ts#label: 'Management'",
        `${routes}a landlord reaches the routes of the specification`,
      ),
      row(
        'Sidebar of super admin mode',
        'web/src/app/screens.ts#Super Admin Dashboard',
        `${routes}the mode of a super admin follows the route`,
      ),
      row(
        'Sidebar of a tenant',
        'web/src/app/screens.ts#My Portal',
        `${routes}a tenant reaches the routes of the specification`,
      ),
      row(
        "Mode toggle: Admin Control, Landlord Tools, Tenant View, and 'View as' on the dashboard; the mode follows the route",
        'web/src/lib/modes.ts#Admin Control + web/src/app/shell/mode-toggle.tsx + web/src/features/dashboard/components/super-admin-banner.tsx#View as',
        `${routes}the mode of a super admin follows the route`,
      ),
      row(
        'SUPER ADMIN badge',
        'web/src/app/shell/sidebar.tsx#SUPER ADMIN',
        `${routes}the mode of a super admin follows the route`,
      ),
    ],
  },
  {
    title: '2 Dashboard',
    rows: [
      row(
        'Visitors are sent to /login',
        'web/src/app/app.tsx#protectedPaths',
        `${visitor}every protected address leads to sign-in, an unknown one nowhere`,
      ),
      row(
        'Welcome line with the first name; Settings, Logout and SMS Invite Tenant buttons',
        'web/src/features/dashboard/pages/dashboard-page.tsx#Welcome back',
        `${landlord}the dashboard shows the figures and what leads on`,
      ),
      row(
        'Four stat cards; their sub-texts are computed (departure)',
        'web/src/features/dashboard/components/stat-cards.tsx + services/gateway/src/routes/dashboard.ts',
        `e2e/month.journey.ts › the tenant reports a payment; the landlord sees it arrive and verifies it`,
      ),
      row(
        'Properties and Tenants lists with View All, empty state and placeholder',
        'web/src/components/latest-list.tsx#View All',
        `${landlord}the dashboard shows the figures and what leads on`,
      ),
      row(
        'AI Market Insights: at most 3, priority colours, Take Action by kind',
        'web/src/features/dashboard/components/insights-panel.tsx',
        `${landlord}an insight shows its evidence, leads to its cure and can be put away`,
      ),
      row(
        'Three built-in samples while there is nothing to look at, labelled as samples',
        'web/src/features/dashboard/components/insight-samples.ts',
        `${landlord}a new landlord sees samples that say so`,
      ),
      row(
        'Quick Actions: Add Property, Add Tenant, SMS Invite Tenant, Generate Lease, Market Analysis, AI Assistant',
        'web/src/features/dashboard/components/quick-actions.tsx#Generate Lease',
        `${landlord}the dashboard shows the figures and what leads on`,
      ),
      row(
        "'Super Admin Mode' banner; Global Settings opens the platform's settings (departure)",
        'web/src/features/dashboard/components/super-admin-banner.tsx#Super Admin Mode',
        `${routes}the mode of a super admin follows the route`,
      ),
      row(
        '/tenant-view: a labelled preview with sample content; its buttons show notices',
        'web/src/features/portal/pages/tenant-view-page.tsx',
        `${routes}the preview of the portal says that it is one`,
      ),
    ],
  },
  {
    title: '2 Properties and property detail',
    rows: [
      row(
        "'count / limit properties' for everyone but a super admin; Add Property disabled at the limit",
        'web/src/features/properties/pages/properties-page.tsx',
        `${properties}at the limit nothing can be added, and an upgrade is offered`,
      ),
      row(
        "Skeleton of 6 cards, grid, empty state 'No Properties Yet'",
        `web/src/features/properties/pages/properties-page.tsx + ${texts('properties')}#No Properties Yet`,
        `${properties}the first property is added with everything the form can say`,
      ),
      row(
        'Card: name, address, badge, type, rooms, rent, description of 3 lines, Edit and Delete; leads to its page',
        'web/src/features/properties/components/property-card.tsx',
        `${properties}the first property is added with everything the form can say`,
      ),
      row(
        "'Property Limit Reached' banner with 'Upgrade Plan' to /pricing",
        'web/src/features/properties/components/limit-banner.tsx#Upgrade Plan',
        `${properties}at the limit nothing can be added, and an upgrade is offered`,
      ),
      row(
        'Unauthorised users are sent to /api/login, which leads to /login',
        'services/gateway/src/edge/edge.ts#/api/login',
        'services/gateway/src/edge/api/answers.test.ts',
      ),
      row(
        'Edit form: all fields, read-only landlord, Update and Cancel',
        'web/src/components/property/property-fields.tsx',
        `${properties}what is changed is saved, and what fails says why`,
      ),
      row(
        'Photos: upload, order, cover, thumbnails',
        'services/properties/src/routes/photos/photos.ts + web/src/features/properties/components/photo-manager.tsx',
        `${properties}photos are uploaded, ordered and removed + services/properties/src/routes/photos/photos.test.ts`,
      ),
      row(
        'Amenities',
        'web/src/components/form/tags-field.tsx',
        `${properties}the first property is added with everything the form can say`,
      ),
      row(
        'Search, filter by type and occupancy, sort, grid and table',
        'web/src/features/properties/components/property-toolbar.tsx + services/properties/src/routes/properties/property-list.ts',
        `${properties}the list is searched, filtered, sorted and shown as a table + services/properties/src/routes/properties/property-list.test.ts`,
      ),
      row(
        'Archive and restore',
        'services/properties/src/routes/properties/archive.ts',
        `${properties}an archived property comes back + services/properties/src/routes/properties/archive.test.ts`,
      ),
      row(
        'Property page: info, tenants, quick actions, stats',
        'web/src/features/properties/pages/property-page.tsx',
        `${properties}the quick actions of a property carry it along`,
      ),
      row(
        "'Property Not Found' / 'The property you're looking for doesn't exist.'",
        `web/src/features/properties/pages/property-page.tsx + ${texts('properties')}#Property Not Found`,
        `${properties}a property that is not there says so`,
      ),
      row(
        'Quick actions with their query parameters; Add Tenant only where none lives',
        'web/src/features/properties/components/property-actions.tsx',
        `${properties}the quick actions of a property carry it along`,
      ),
    ],
  },
  {
    title: '2 Super admin',
    rows: [
      row(
        "Header with the admin's name, 'Super Administrator', Sign Out",
        'web/src/features/admin/pages/admin-page.tsx#Super Administrator',
        `${admin}the control room shows the platform's figures`,
      ),
      row(
        'Cards Total Landlords, Active Databases, Recent Activity, Support Tickets (a real count: departure)',
        'web/src/features/admin/components/summary-cards.tsx + services/identity/src/routes/admin/admin-activity.ts',
        `${admin}the control room shows the platform's figures`,
      ),
      row(
        'Landlords: search, table, trial status, Max Properties, four actions',
        'web/src/features/admin/components/landlord-table.tsx',
        `${admin}a landlord's subscription, trial and password are changed`,
      ),
      row(
        'Manage Subscription, Reset Password, Extend Trial',
        'web/src/features/admin/components/landlord-dialogs.tsx',
        `${admin}a landlord's subscription, trial and password are changed`,
      ),
      row(
        'Tenant Users Management',
        'web/src/features/admin/components/tenant-users-dialog.tsx',
        `${admin}the logins of a landlord's tenants`,
      ),
      row(
        'Properties of all landlords with search and Edit Property',
        'web/src/features/admin/components/properties-tab.tsx',
        `${admin}any property is found and edited`,
      ),
      row(
        "'Access denied. Super admin privileges required.'",
        `web/src/features/admin/components/access-denied.tsx + ${texts('admin')}#Access denied. Super admin privileges required.`,
        `${admin}a landlord is told that this is not theirs`,
      ),
      row(
        'Databases: name, landlord or Unknown, Active/Inactive, created',
        'web/src/features/admin/components/databases-tab.tsx',
        `${admin}a database is made for a landlord and looked into`,
      ),
      row(
        'Monitor shows size, connections and rows (departure)',
        'web/src/features/admin/components/monitor-dialog.tsx + services/identity/src/routes/admin/admin-databases.ts',
        `${admin}a database is made for a landlord and looked into`,
      ),
      row(
        'Create Database really creates and migrates it',
        'services/identity/src/routes/admin/admin-databases.ts + services/app.ts',
        `${admin}a database is made for a landlord and looked into + services/identity/src/routes/admin/admin-databases.test.ts`,
      ),
      row(
        'Activity Log: action, admin, target or N/A, time; every action is written',
        'web/src/features/admin/components/activity-tab.tsx + services/identity/src/domain/admin/admin-log.ts',
        `${admin}everything done stands in the activity log`,
      ),
      row(
        'Settings: User Limits and Database Management do what they say (departure)',
        'web/src/features/admin/components/settings-tab.tsx',
        `${admin}the limits of new landlords are changed`,
      ),
      row(
        'Support tickets: a landlord asks, the admin answers and closes',
        'services/identity/src/routes/support/support-tickets.ts + web/src/features/support/pages/support-page.tsx',
        `${admin}a landlord's question is answered and closed`,
      ),
    ],
  },
  {
    title: '2 Account settings, user management, plans',
    rows: [
      row(
        '/user-settings: name, email, account type, plan; Change Password with its note',
        'web/src/features/account/pages/settings-page.tsx',
        `${settings}the account settings show who one is, and change the password`,
      ),
      row(
        "Sessions list and 'sign out everywhere'",
        'web/src/features/account/components/sessions-card.tsx',
        `${settings}another session is seen and ended`,
      ),
      row(
        '/user-management: Add User, search, table, Reset Password, Edit, Delete, Add First User',
        'web/src/features/users/pages/users-page.tsx#Add First User',
        `${settings}portal logins are made, edited, given a password and deleted`,
      ),
      row(
        '/pricing: monthly/yearly, three cards, comparison, FAQ; Get Started leads to /login or /subscribe',
        'web/src/features/billing/pages/pricing-page.tsx',
        `${billing}the plans are compared, by month and by year`,
      ),
      row(
        '/subscribe: plan summary and card form; any failure leads back to /pricing',
        'web/src/features/billing/pages/subscribe-page.tsx',
        `${billing}a declined card says so, a good one subscribes`,
      ),
      row(
        '/subscription-debug with reset',
        'web/src/features/billing/pages/subscription-debug-page.tsx',
        `${billing}the subscription is reset`,
      ),
      row(
        'Cancel at period end, plan change with proration shown, invoices, dunning',
        'services/billing/src/routes/changes.ts + web/src/components/billing/subscription-card.tsx + web/src/components/billing/past-due.tsx',
        `${billing}the plan is changed, cancelled and resumed + services/billing/src/routes/stripe-renewals.test.ts › a failed renewal leaves access, and paying with a new card clears it`,
      ),
    ],
  },
  {
    title: '3 Entities, 4 States',
    rows: [
      row(
        'users',
        'services/identity/src/schema/users.ts + packages/contracts/src/identity/accounts.ts#export const User',
        'services/identity/src/routes/sessions/sign-in.test.ts › is the record without secrets',
      ),
      row(
        'sessions',
        'services/identity/src/schema/sessions.ts#sessions',
        'services/identity/src/routes/sessions/sessions.test.ts',
      ),
      row(
        'properties',
        'services/properties/src/schema/properties.ts',
        'services/properties/src/routes/properties/properties.test.ts › the full form makes a property with the time zone of its state',
      ),
      row(
        'Dashboard stats',
        'packages/contracts/src/gateway/dashboard.ts#DashboardStats',
        'e2e/month.journey.ts › the tenant reports a payment; the landlord sees it arrive and verifies it',
      ),
      row(
        'AI insight',
        'packages/contracts/src/ai/insights.ts#Insight + services/ai/src/schema/insights.ts',
        'services/ai/src/routes/insights.test.ts',
      ),
      row(
        'landlord_databases, admin_activity_log',
        'services/identity/src/schema/admin.ts#admin_activity_log',
        'services/identity/src/routes/admin/admin-databases.test.ts',
      ),
      row(
        'tenant_users',
        'packages/contracts/src/identity/tenant-users.ts#TenantUserForm',
        'services/identity/src/routes/accounts/tenant-users.test.ts',
      ),
      row(
        'The email field sets the account type of the configured administrator (departure: configuration, on the server)',
        'services/identity/src/domain/accounts/super-admin.ts',
        'services/identity/src/routes/accounts/sign-up.test.ts › has a reserved email that nobody else can sign up with',
      ),
      row(
        'Logout clears everything cached, also when it fails',
        'web/src/lib/use-logout.ts',
        `${settings}signing out says so`,
      ),
      row(
        'Occupied or Vacant',
        'services/properties/src/events/tenancy.ts',
        'services/properties/src/events/tenancy.test.ts › the first tenant makes a property occupied, the last one leaving makes it vacant',
      ),
      row(
        'Subscription status active, trial, expired, cancelled; a trial past its end reads expired',
        'packages/contracts/src/billing/subscriptions.ts#statusAt',
        "services/identity/src/routes/sessions/sign-in.test.ts › has an expired subscription from the trial's last instant on",
      ),
      row(
        'Subscribe flow: clientSecret, confirmation, /dashboard?subscribed=true',
        'web/src/features/billing/components/new-subscription.tsx + web/src/features/billing/pages/payment-return-page.tsx',
        `${billing}a declined card says so, a good one subscribes`,
      ),
    ],
  },
  {
    title: '5 Validation rules',
    rows: [
      row(
        'Sign-in and sign-up: all fields required, email and telephone types',
        'packages/contracts/src/identity/accounts.ts#SignupForm',
        `${visitor}signing up says what went wrong and what went well + services/identity/src/routes/sessions/sign-in.test.ts › refuses a form without its fields`,
      ),
      row(
        "'Super Admin Verification Failed', on the server",
        'services/identity/src/domain/accounts/super-admin.ts + web/src/features/welcome/components/sign-up-form.tsx',
        `${visitor}signing up says what went wrong and what went well`,
      ),
      row(
        'Property form and its messages',
        'packages/contracts/src/properties/property-forms.ts#Property name is required',
        `services/properties/src/routes/properties/properties.test.ts › every missing field is reported with the message of the form + ${properties}the first property is added with everything the form can say`,
      ),
      row(
        "'Validation Error: Please fix the form errors before submitting'",
        'web/src/features/properties/components/property-dialog.tsx',
        `${properties}the first property is added with everything the form can say`,
      ),
      row(
        'On update an empty monthly rent stays what it is',
        'packages/contracts/src/properties/property-forms.ts#An empty monthly rent means no change',
        'services/properties/src/routes/properties/properties.test.ts › a PUT changes the given fields; an empty rent means no change',
      ),
      row(
        'Dashboard Add Property: address, rent, bedrooms, bathrooms required',
        'packages/contracts/src/properties/property-forms.ts#QuickPropertyForm',
        `${landlord}the dialogs of the dashboard add a property and a tenant and text an invitation`,
      ),
      row(
        'Dashboard Add Tenant: names, email, phone required',
        'web/src/components/tenancy/tenant-form.ts',
        `${landlord}the dialogs of the dashboard add a property and a tenant and text an invitation`,
      ),
      row(
        'SMS invite: names, email, phone required; a blank message sends the default text',
        'web/src/components/tenancy/invitation-form.ts',
        `${landlord}the dialogs of the dashboard add a property and a tenant and text an invitation`,
      ),
      row(
        "'Password Mismatch', 'Password Too Short'; the button waits for all three fields",
        'web/src/features/account/components/password-card.tsx',
        `${settings}the account settings show who one is, and change the password`,
      ),
      row(
        'Admin: Reset Password disabled while empty, Extend Trial needs days, an empty quick reset does nothing',
        'web/src/features/admin/components/landlord-dialogs.tsx',
        `${admin}a landlord's subscription, trial and password are changed`,
      ),
      row(
        "Add tenant user: email and password required; 'Are you sure you want to delete this user?'",
        `web/src/features/users/components/use-delete-user.ts + web/src/components/ui/use-deletion.ts#Are you sure you want to delete this `,
        `${settings}portal logins are made, edited, given a password and deleted`,
      ),
      row(
        "'Are you sure you want to delete this property?'",
        `web/src/features/properties/components/use-delete-property.ts + web/src/components/ui/use-deletion.ts#Are you sure you want to delete this `,
        `${properties}an archived property comes back`,
      ),
      row(
        "'Are you sure you want to reset your subscription? This will cancel any existing subscription.'",
        texts('billing'),
        `${billing}the subscription is reset`,
      ),
    ],
  },
  {
    title: '6 Roles and permissions',
    rows: [
      row(
        'super_admin: everything under /api/admin; no property limit',
        'packages/contracts/src/identity/admin-accounts.ts + services/properties/src/domain/properties/property-limit.ts',
        'services/tests/authorization.test.ts + services/properties/src/domain/properties/property-limit.test.ts › a super admin is not limited, and billing is not asked',
      ),
      row(
        'landlord: own tenant users; properties below the cap',
        'services/identity/src/routes/accounts/tenant-users.ts',
        "services/identity/src/routes/accounts/tenant-users.test.ts › another landlord's login and a user who is not a tenant are the same 404 as an unknown id",
      ),
      row(
        'tenant: limited navigation and own records',
        'web/src/app/nav.ts + packages/kit/src/database/database.ts',
        `${routes}a tenant reaches the routes of the specification + services/tests/authorization.test.ts`,
      ),
      row(
        'Any signed-in user may change the own password',
        'services/identity/src/routes/accounts/account.ts',
        "services/identity/src/routes/accounts/account.test.ts › tenants and landlords can change their own password, and no other user's changes",
      ),
      row(
        'Creating a subscription requires being signed in',
        'packages/contracts/src/billing/subscriptions.ts#createSubscription',
        'services/tests/authorization.test.ts',
      ),
    ],
  },
  {
    title: '7 Shared request behaviour',
    rows: [
      row(
        'Credentials with every call; JSON content type only with a body; the answer read as JSON',
        'web/src/api/client/base-query.ts',
        'web/src/api/client/shared-behaviour.test.ts',
      ),
      row(
        'A 401 yields nothing instead of an error on the default fetch',
        'web/src/api/client/base-query.ts',
        'web/src/api/client/shared-behaviour.test.ts',
      ),
      row(
        'No retries of queries, no refetch on focus or polling',
        'web/src/api/client/api.ts#refetchOnFocus: false',
        'web/src/api/client/shared-behaviour.test.ts',
      ),
      row(
        'After a change the lists it touches and the stats are refreshed',
        'web/src/api/client/stream.ts#staleAfter + web/src/api/properties.ts#invalidatesTags',
        `${properties}what is changed is saved, and what fails says why`,
      ),
    ],
  },
  {
    title: '8 The error catalogue',
    rows: [
      row(
        "A lost session: 'Unauthorized' / 'You are logged out. Logging in again...', then /login after 500 ms",
        `web/src/app/use-session-end.ts + ${texts('session')}`,
        `${settings}a session ended elsewhere says so and leads to sign-in`,
      ),
      row(
        "'Login Failed', 'Login Successful' / 'Welcome back, …'",
        texts('session'),
        `${visitor}signing in says what went wrong and what went well`,
      ),
      row(
        "'Signup Failed', 'Account Created'",
        texts('session'),
        `${visitor}signing up says what went wrong and what went well`,
      ),
      row(
        "'Logged out successfully', 'Logout failed'",
        texts('session'),
        `${settings}signing out says so + ${settings}signing out without the server says so too`,
      ),
      row(
        'Failed to create/update property, by status',
        texts('properties'),
        `${properties}what is changed is saved, and what fails says why`,
      ),
      row(
        'Possible false failures: asked again with the same key, success only when the server confirms (departure)',
        'web/src/api/client/base-query.ts#idempotency-key',
        'web/src/api/client/shared-behaviour.test.ts',
      ),
      row(
        "'Property Limit Reached' / 'You've reached the maximum of N properties …'",
        texts('properties'),
        `${properties}at the limit nothing can be added, and an upgrade is offered`,
      ),
      row(
        "'Property created successfully', 'updated', 'deleted', 'Failed to delete property'",
        texts('properties'),
        `${properties}what is changed is saved, and what fails says why`,
      ),
      row(
        "'Property added successfully', 'Failed to add property', 'Tenant added successfully', 'Failed to add tenant'",
        `${texts('properties')} + ${texts('tenants')}`,
        `${landlord}the dialogs of the dashboard add a property and a tenant and text an invitation + ${landlord}what the dialogs can't do they say`,
      ),
      row(
        'SMS invitation: sent, failed, created; its failure',
        texts('tenants'),
        `${landlord}the dialogs of the dashboard add a property and a tenant and text an invitation + ${landlord}what the dialogs can't do they say`,
      ),
      row(
        'Reset Failed, Update Failed, Extension Failed, Creation Failed, Delete Failed',
        texts('admin'),
        `${admin}what is refused carries the server's words`,
      ),
      row(
        'Password Reset, Subscription Updated, Trial Extended, Database Created, User Created, User Deleted',
        texts('admin'),
        `${admin}a landlord's subscription, trial and password are changed + ${settings}portal logins are made, edited, given a password and deleted`,
      ),
      row(
        "'Subscription Error', 'Payment Failed', 'Payment Successful'",
        texts('billing'),
        `${billing}a declined card says so, a good one subscribes + ${billing}a subscription that can't begin leads back to the plans`,
      ),
      row(
        "Reset 'Success' / 'Subscription has been reset successfully'; 'Error' / 'Failed to reset subscription: '",
        texts('billing'),
        `${billing}the subscription is reset`,
      ),
      row(
        "'404 Page Not Found', 'Property Not Found'",
        'web/src/app/not-found-page.tsx + web/src/features/properties/pages/property-page.tsx',
        `${properties}a property that is not there says so`,
      ),
      row(
        'Errors of the server: one closed list of codes, problem+json',
        'packages/contracts/src/errors.ts + packages/kit/src/http/problem.ts',
        'services/tests/fuzz.test.ts',
      ),
    ],
  },
  {
    title: '9 Business constants and limits',
    rows: [
      row(
        'Plans, prices and caps',
        'packages/contracts/src/billing/plans.ts',
        `${billing}the plans are compared, by month and by year`,
      ),
      row(
        'Enterprise: custom tenant portals: own name, logo, colors and host name',
        'services/identity/src/routes/branding/branding.ts + services/identity/src/routes/branding/hosts.ts + services/gateway/src/edge/hosts.ts + web/src/features/branding/pages/branding-page.tsx',
        `services/identity/src/routes/branding/branding.test.ts › decides: after a downgrade the look is kept, shown to nobody and not changed; an upgrade brings it back + services/identity/src/routes/branding/hosts.test.ts › is proved by one of ten who check at the same moment + e2e/onboarding.journey.ts › the landlord’s own look is on the tenant’s phone and desk at once, on the next invitation and its mail, and gone with a reset`,
      ),
      row(
        'Enterprise: white-label options: mails, texts, receipts and statements in the landlord’s name',
        'services/messaging/src/domain/branded.ts + services/payments/src/domain/pdf/letterhead.ts#letterheadOf',
        'services/tests/branding.test.ts › is on the mails and texts to tenants, and not on those to the landlord + services/tests/branding.test.ts › is on receipts, as name, logo and color',
      ),
      row(
        "'Most Popular', 'Save 15%', Starter in marketing copy",
        'web/src/components/billing/plan-cards.tsx#Save 15% + packages/contracts/src/billing/plans.ts#Starter',
        `${billing}the plans are compared, by month and by year`,
      ),
      row(
        'Trial 14 days, default maxProperties 5, changeable by the administrator',
        'packages/contracts/src/billing/platform-settings.ts#PlatformSettings',
        `${admin}the limits of new landlords are changed`,
      ),
      row(
        'Money 10,2; bathrooms step 0.5',
        'packages/kit/src/database/columns.ts + packages/contracts/src/properties/property-forms.ts#Bathrooms must be a whole or half number',
        'services/properties/src/routes/properties/properties.test.ts',
      ),
      row(
        'At most 3 insights; recent lists of 5',
        'web/src/features/dashboard/components/insights-panel.tsx + web/src/features/dashboard/components/latest.tsx',
        `${landlord}an insight shows its evidence, leads to its cure and can be put away`,
      ),
      row(
        'New passwords of at least 6 characters',
        'packages/contracts/src/identity/accounts.ts#newPassword',
        'services/identity/src/routes/accounts/sign-up.test.ts › PASSWORD_MIN_LENGTH raises the minimum length',
      ),
      row(
        'Default type apartment',
        'packages/contracts/src/properties/property-forms.ts#apartment',
        'services/properties/src/routes/properties/properties.test.ts › the quick add names the property after its address',
      ),
      row(
        'Invitations of 7 days; SMS sent or failed',
        'packages/contracts/src/tenancy/invitations.ts',
        'services/tenancy/src/routes/invitations/invitations.test.ts',
      ),
      row(
        'Toasts: one at a time, 5000 ms, swipe right 50 px, F8',
        'web/src/components/ui/toaster.tsx',
        `${keyboard}F8 leads to the notifications`,
      ),
      row(
        'Unused cached answers are dropped after 5 minutes',
        'web/src/api/client/api.ts#keepUnusedDataFor: 300',
        'web/src/api/client/shared-behaviour.test.ts',
      ),
    ],
  },
  {
    title: 'Across all screens',
    rows: [
      row(
        'Both themes, desktop and phone, axe without violations',
        'web/src/styles/tokens.css',
        `${looks}a landlord's screens + ${looks}a tenant's screens + ${looks}a super admin's screens + ${looks}what everyone may see`.replaceAll(
          "a landlord's",
          "a landlord's",
        ),
      ),
      row('Keyboard alone', 'web/src/components/ui/dialog.tsx', `${keyboard}a landlord works without a mouse`),
      row(
        'At most 130 KB of compressed script before the sign-in page can be used',
        'web/vite.config.ts',
        'e2e/weight.journey.ts',
      ),
    ],
  },
]
