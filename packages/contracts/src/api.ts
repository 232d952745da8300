import type { Endpoint } from './endpoint.ts'
import type { EventContract } from './event.ts'
import { type ServiceName, serviceNames } from './services.ts'
import * as assistantLog from './ai/assistant.ts'
import * as documentAnalysis from './ai/document-analysis.ts'
import * as insights from './ai/insights.ts'
import * as modelSettings from './ai/model-settings.ts'
import * as screening from './ai/screening.ts'
import * as adminSubscriptions from './billing/admin-subscriptions.ts'
import * as invoices from './billing/invoices.ts'
import * as platformSettings from './billing/platform-settings.ts'
import * as subscriptions from './billing/subscriptions.ts'
import * as testCards from './billing/test-cards.ts'
import * as stripeWebhooks from './billing/webhooks.ts'
import * as attention from './gateway/attention.ts'
import * as dashboard from './gateway/dashboard.ts'
import * as accounts from './identity/accounts.ts'
import * as adminAccounts from './identity/admin-accounts.ts'
import * as adminActivity from './identity/admin-activity.ts'
import * as branding from './identity/branding.ts'
import * as landlordDatabases from './identity/landlord-databases.ts'
import * as passwordResets from './identity/password-resets.ts'
import * as secondFactors from './identity/second-factors.ts'
import * as sessions from './identity/sessions.ts'
import * as supportTickets from './identity/support-tickets.ts'
import * as tenantUsers from './identity/tenant-users.ts'
import * as costs from './maintenance/costs.ts'
import * as maintenanceProposals from './maintenance/proposals.ts'
import * as requestPhotos from './maintenance/request-photos.ts'
import * as requestSnapshots from './maintenance/request-snapshots.ts'
import * as requests from './maintenance/requests.ts'
import * as tenantRequests from './maintenance/tenant-requests.ts'
import * as vendorLinks from './maintenance/vendor-links.ts'
import * as vendors from './maintenance/vendors.ts'
import * as visits from './maintenance/visits.ts'
import * as workOrders from './maintenance/work-orders.ts'
import * as alertPreferences from './messaging/alert-preferences.ts'
import * as assistant from './messaging/assistant.ts'
import * as attachments from './messaging/attachments.ts'
import * as conversationFiles from './messaging/conversations-files.ts'
import * as conversationMail from './messaging/conversations-mail.ts'
import * as conversationMessages from './messaging/conversations-messages.ts'
import * as conversationSettings from './messaging/conversations-settings.ts'
import * as conversations from './messaging/conversations.ts'
import * as deliveries from './messaging/deliveries.ts'
import * as devOutbox from './messaging/dev-outbox.ts'
import * as notificationPreferences from './messaging/notification-preferences.ts'
import * as notificationsInbox from './messaging/notifications-inbox.ts'
import * as notificationsPush from './messaging/notifications-push.ts'
import * as notifications from './messaging/notifications.ts'
import * as reminderRules from './messaging/reminder-rules.ts'
import * as twilioWebhooks from './messaging/webhooks.ts'
import * as allocationOrders from './payments/allocation-orders.ts'
import * as bankAccounts from './payments/bank-accounts.ts'
import * as books from './payments/books.ts'
import * as credits from './payments/credits.ts'
import * as paymentDashboard from './payments/dashboard.ts'
import * as deposits from './payments/deposits.ts'
import * as paymentEvents from './payments/events.ts'
import * as explanations from './payments/explanations.ts'
import * as lateFeePolicies from './payments/late-fee-policies.ts'
import * as lateFeeTerms from './payments/late-fee-terms.ts'
import * as lateFees from './payments/late-fees.ts'
import * as ledgers from './payments/ledgers.ts'
import * as payments from './payments/payments.ts'
import * as receipts from './payments/receipts.ts'
import * as recurringCharges from './payments/recurring-charges.ts'
import * as rentChanges from './payments/rent-changes.ts'
import * as reports from './payments/reports.ts'
import * as tenantPayments from './payments/tenant-payments.ts'
import * as verification from './payments/verification.ts'
import * as adminProperties from './properties/admin-properties.ts'
import * as documentBin from './properties/document-bin.ts'
import * as documentEvents from './properties/document-events.ts'
import * as documents from './properties/documents.ts'
import * as nights from './properties/nights.ts'
import * as properties from './properties/properties.ts'
import * as propertyPhotos from './properties/property-photos.ts'
import * as propertySnapshots from './properties/property-snapshots.ts'
import * as stayAnalytics from './properties/stays/analytics.ts'
import * as stayBookings from './properties/stays/bookings.ts'
import * as stayCalendars from './properties/stays/calendar.ts'
import * as stayCleaners from './properties/stays/cleaners.ts'
import * as feedConflicts from './properties/stays/feed-conflicts.ts'
import * as feedExports from './properties/stays/feed-exports.ts'
import * as feeds from './properties/stays/feeds.ts'
import * as stayEvents from './properties/stays/stay-events.ts'
import * as stayListings from './properties/stays/listings.ts'
import * as stayTasks from './properties/stays/tasks.ts'
import * as publicStays from './properties/stays/public-stays.ts'
import * as tenantDocuments from './properties/tenant-documents.ts'
import * as units from './properties/units.ts'
import * as imports from './tenancy/imports.ts'
import * as invitations from './tenancy/invitations.ts'
import * as insurance from './tenancy/insurance.ts'
import * as nightOutcomes from './tenancy/night-outcomes.ts'
import * as onboarding from './tenancy/onboarding.ts'
import * as tenancies from './tenancy/tenancies.ts'
import * as tenancySnapshots from './tenancy/tenancy-snapshots.ts'
import * as tenantSnapshots from './tenancy/tenant-snapshots.ts'
import * as tenantProfiles from './tenancy/tenant-profile.ts'
import * as tenants from './tenancy/tenants.ts'

/** The modules of each service. A new resource file is added here once. */
const modules: Record<ServiceName, readonly object[]> = {
  gateway: [attention, dashboard],
  identity: [
    accounts,
    adminAccounts,
    adminActivity,
    branding,
    landlordDatabases,
    passwordResets,
    secondFactors,
    sessions,
    supportTickets,
    tenantUsers,
  ],
  properties: [
    adminProperties,
    documentBin,
    documentEvents,
    documents,
    nights,
    properties,
    propertyPhotos,
    propertySnapshots,
    feedConflicts,
    feedExports,
    feeds,
    publicStays,
    stayAnalytics,
    stayBookings,
    stayCalendars,
    stayCleaners,
    stayEvents,
    stayListings,
    stayTasks,
    tenantDocuments,
    units,
  ],
  tenancy: [
    imports,
    insurance,
    invitations,
    nightOutcomes,
    onboarding,
    tenancies,
    tenancySnapshots,
    tenantProfiles,
    tenants,
    tenantSnapshots,
  ],
  payments: [
    allocationOrders,
    bankAccounts,
    books,
    deposits,
    explanations,
    lateFeePolicies,
    lateFeeTerms,
    lateFees,
    ledgers,
    paymentDashboard,
    paymentEvents,
    payments,
    recurringCharges,
    rentChanges,
    reports,
    tenantPayments,
    receipts,
    credits,
    verification,
  ],
  maintenance: [
    costs,
    maintenanceProposals,
    requestPhotos,
    requestSnapshots,
    requests,
    tenantRequests,
    vendorLinks,
    vendors,
    visits,
    workOrders,
  ],
  messaging: [
    alertPreferences,
    assistant,
    attachments,
    deliveries,
    devOutbox,
    notificationPreferences,
    notifications,
    notificationsInbox,
    notificationsPush,
    reminderRules,
    conversationFiles,
    conversationMail,
    conversationMessages,
    conversations,
    conversationSettings,
    twilioWebhooks,
  ],
  ai: [assistantLog, documentAnalysis, insights, modelSettings, screening],
  billing: [adminSubscriptions, invoices, platformSettings, subscriptions, testCards, stripeWebhooks],
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'endpoint'
const isEvent = (value: unknown): value is EventContract =>
  typeof value === 'object' && value !== null && 'subject' in value && 'type' in value

const contracts = serviceNames.flatMap((service) =>
  modules[service].flatMap((module) =>
    Object.entries(module).map(([name, value]) => ({ service, name, value: value as unknown })),
  ),
)

/** Every endpoint with the service that answers it. The gateway's role table, OpenAPI and the generated tests walk this list. */
export const endpoints: readonly { service: ServiceName; name: string; endpoint: Endpoint }[] = contracts.flatMap(
  ({ service, name, value }) => (isEndpoint(value) ? [{ service, name, endpoint: value }] : []),
)

/** Every event that any service publishes. */
export const events: readonly EventContract[] = contracts.map(({ value }) => value).filter(isEvent)
