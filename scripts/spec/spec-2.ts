import { row, type Section } from '../lib/spec-coverage.ts'
import { portalSections } from './spec-2-portal.ts'
import { turnoverSections } from './spec-2-turnover.ts'
import { staySections } from './spec-2-stays.ts'

// The walk through the operations specification: the parts that are built. Calls are read from the code (see lib/spec-coverage.ts).

const tenancy = 'services/tenancy/src/routes/'
const payments = 'services/payments/src/routes/'
const maintenance = 'services/maintenance/src/routes/'
const documents = 'services/properties/src/routes/documents/documents.test.ts › '
const tenantsPage = 'web/src/features/tenants/'
const paymentsPage = 'web/src/features/payments/'
const repairs = 'web/src/features/maintenance/'
const library = 'web/src/features/documents/'
const reports = 'web/src/features/reports/'
const portal = 'web/src/features/portal/'
const notices = 'web/src/features/notifications/'
const noticesPage = `${notices}pages/notifications-page.test.tsx › `
const notify = 'services/messaging/src/routes/notifications/'
const talk = 'web/src/features/conversations/'
const talkPage = `${talk}pages/conversations-page.test.tsx › `
const talkRoutes = 'services/messaging/src/routes/conversations/'
const talkTest = `${talkRoutes}conversations.test.ts › `
const channelsTest = `${talkRoutes}channels.test.ts › `
const talking = 'e2e/talk.journey.ts › '
const people = 'e2e/tenants.journey.ts'
const year = 'e2e/year.journey.ts'
const papers = 'e2e/documents.journey.ts'
const month = 'e2e/month.journey.ts › '

export const sections: Section[] = [
  {
    title: '2 Tenants and invitations',
    rows: [
      row(
        'Card grid with Add Tenant and Invite Tenant; per card Edit, AI Screen and Delete; a card opens the tenant',
        `${tenantsPage}components/tenant-card.tsx#AI Screen`,
        people,
      ),
      row(
        'Delete asks first; the record moves to the archive and can be restored',
        `${tenantsPage}components/use-delete-tenant.ts + services/tenancy/src/routes/tenants/tenants.ts`,
        `${tenancy}tenants/archive.test.ts › archived tenants are listed only as archived + ${people}`,
      ),
      row("Empty state 'No Tenants Yet'", `${tenantsPage}components/tenant-list.tsx#No Tenants Yet`, people),
      row(
        'Add and edit dialog with the tenant fields; the property is chosen from existing ones',
        'web/src/components/tenancy/tenant-fields.tsx',
        `${month}rent and lease start set up twelve rents + ${people}`,
      ),
      row(
        'On an occupied home the page asks: co-tenant, a tenancy of their own, or another home',
        'web/src/components/tenancy/occupied-choice.tsx',
        `${tenancy}tenants/co-tenants.test.ts › a co-tenant has the home and terms of the tenancy + ${people}`,
      ),
      row(
        'Units: one that is not seen, until a second is added',
        'services/properties/src/routes/properties/units.ts + web/src/features/properties/components/units-card.tsx',
        'services/properties/src/routes/properties/units.test.ts › a property begins with one unit that has its id',
      ),
      row(
        'The success message says that 12 monthly payments are set up',
        'web/src/components/tenancy/tenant-dialog.tsx#12 monthly payments were created.',
        `${month}rent and lease start set up twelve rents`,
      ),
      row(
        'Invite dialog: fields, SMS checkbox that needs a phone, preview with 7 days and STOP, link copied',
        'web/src/components/tenancy/invite-dialog.tsx + web/src/components/tenancy/sms-preview.tsx',
        `${month}the landlord invites a tenant; the link in the text opens the registration on a phone + ${tenancy}invitations/invitations.test.ts`,
      ),
      row(
        'Import from CSV: preview with row errors, progress, undo',
        `services/tenancy/src/routes/imports/imports.ts + ${tenantsPage}components/import-panel.tsx`,
        `${tenancy}imports/imports.test.ts › a file is checked row by row without creating tenants + services/tenancy/src/jobs/continue-imports.test.ts › after a crash in the middle of a batch only whole batches are committed + ${people}`,
      ),
      row(
        'AI Screen: recommendation, risk, confidence, factors, credit and rental history; nothing invented',
        `services/ai/src/routes/screening.ts + ${tenantsPage}components/screening-dialog.tsx`,
        'services/ai/src/routes/screening.test.ts › a landlord is told what their own records say',
      ),
    ],
  },
  {
    title: '2 Tenant detail and registration',
    rows: [
      row(
        'Contact info, property with View Property, lease info, stats',
        `${tenantsPage}pages/tenant-page.tsx + ${tenantsPage}components/home-card.tsx#View Property`,
        people,
      ),
      row(
        'Quick actions to payments, documents and chat of the tenant; Schedule Visit opens a mail draft',
        `${tenantsPage}components/tenant-actions.tsx#Schedule Visit`,
        people,
      ),
      row(
        "'Tenant Not Found' / 'The tenant you're looking for doesn't exist.'",
        `${tenantsPage}pages/tenant-page.tsx#Tenant Not Found`,
        people,
      ),
      row(
        'Terms, rent steps, move-out, history, ledger with statement',
        `${tenantsPage}components/terms-dialog.tsx + ${tenantsPage}components/move-out-dialog.tsx + ${tenantsPage}components/history-card.tsx + web/src/components/money/ledger-card.tsx`,
        `${tenancy}tenancies/tenancies.test.ts › terms change for all members, with events and history + ${tenancy}tenancies/tenancies.test.ts › all tenants move out today, once + ${people}`,
      ),
      row(
        'Registration reads the token, shows the form, names required; password for the portal',
        'web/src/features/registration/components/registration-form.tsx',
        `${month}the landlord invites a tenant; the link in the text opens the registration on a phone + ${tenancy}invitations/registration.test.ts`,
      ),
      row(
        "'Invalid Invitation' with its sentence; 'Registration Complete'",
        'web/src/features/registration/pages/register-page.tsx#Invalid Invitation',
        `${month}the landlord invites a tenant; the link in the text opens the registration on a phone`,
      ),
    ],
  },
  {
    title: '2 Payments',
    rows: [
      row(
        'Cards Total Revenue, Outstanding, Total Payments: sums of the server',
        `${paymentsPage}components/summary-cards.tsx + services/payments/src/routes/payments/summary.ts`,
        `${payments}payments/summary.test.ts › adds up to the cent and leaves deposits out of revenue + ${year}`,
      ),
      row(
        'Status filter, record table, filters by tenant and propertyId in the address',
        `${paymentsPage}pages/payments-page.tsx`,
        `${payments}payments/payments.test.ts › filters, and counts what it filtered`,
      ),
      row(
        'Record Payment and its defaults; amount and due date required',
        `${paymentsPage}components/payment-dialog.tsx + packages/contracts/src/scalars.ts#Amount is required`,
        `${payments}payments/payments.test.ts › as paid counts the whole amount on the day it was paid`,
      ),
      row(
        'Verify Payment, quick or detailed; the button while status is not paid, the Verified badge after',
        `${paymentsPage}components/verify-dialog.tsx + ${paymentsPage}components/payment-table.tsx#Verified`,
        `${payments}payments/verification.test.ts › twice changes nothing + ${month}the tenant reports a payment; the landlord sees it arrive and verifies it`,
      ),
      row(
        'Recurring charges with a posting day, proration with its formula, once for each period',
        'services/payments/src/domain/rents/periods.ts + services/payments/src/domain/rents/prorate.ts + services/payments/src/domain/rents/plan-charges.ts + services/payments/src/schedules/post-recurring.ts',
        `${payments}rents/recurring-charges.test.ts + services/payments/src/domain/rents/prorate.test.ts + services/payments/src/domain/rents/plan-charges.test.ts`,
      ),
      row(
        'Partial payments oldest first, rent before fees; prepayments held as credit',
        'services/payments/src/domain/ledger/allocate.ts + services/payments/src/domain/ledger/allocations.ts',
        `services/payments/src/domain/ledger/allocate.test.ts + services/payments/src/domain/ledger/credit.test.ts`,
      ),
      row(
        'Late-fee policies; proposed, then posted or waived with a reason; a returned payment judges again',
        `services/payments/src/domain/late-fees/calculate.ts + services/payments/src/domain/late-fees/reassess.ts + ${paymentsPage}components/late-fees.tsx`,
        `services/payments/src/domain/late-fees/calculate.test.ts + ${payments}late-fees/late-fees.test.ts › comes in the same moment as a payment is returned, dated by the rule + ${year}`,
      ),
      row(
        'Deposits are liabilities, never revenue',
        `services/payments/src/domain/deposits/deposit-query.ts + ${paymentsPage}components/deposits.tsx`,
        `${payments}deposits/deposits.test.ts › is never revenue, and neither is the deposit + ${year}`,
      ),
      row(
        'Why this number: rule, inputs and formula of every payment, for landlord and tenant',
        'services/payments/src/domain/explain/explain.ts + web/src/components/money/why-payment.tsx',
        `${payments}ledger/explanations.test.ts › explains every figure of a rent`,
      ),
      row(
        'Receipts and statements as PDF',
        'services/payments/src/domain/pdf/receipt.ts + services/payments/src/domain/reports/statement.ts',
        `${payments}reports/report-files.test.ts › names what went to the payment, how it was paid and who confirmed it + ${payments}reports/report-files.test.ts › contains the ledger`,
      ),
      row(
        'The ledger balances after 10,000 random operations, and a concurrent run equals a serial one',
        'services/payments/src/testing/ledger-model.ts',
        'services/payments/src/domain/ledger/random-operations.test.ts + services/payments/src/domain/ledger/ledger-model.test.ts',
      ),
    ],
  },
  {
    title: '2 Maintenance and tenant maintenance',
    rows: [
      row(
        "Status filter, list, create and edit; 'Start Work' at open, 'Complete' at in_progress; the dialog sets any status",
        `${repairs}components/move-button.tsx#Start Work + services/maintenance/src/domain/statuses.ts`,
        `${maintenance}requests.test.ts › Start Work and Complete + ${month}the tenant reports a leak`,
      ),
      row(
        'Landlords open requests without a tenant; filters by property in the address',
        `${repairs}components/request-dialog.tsx + ${repairs}components/filters.tsx`,
        `${maintenance}requests.test.ts › a landlord opens a request without a tenant, and it is published`,
      ),
      row(
        'Photos of landlord and tenant',
        'services/maintenance/src/routes/photos.ts',
        `${maintenance}photos.test.ts › a photo is stored upright without metadata`,
      ),
      row(
        'Vendors kept once and reused',
        'services/maintenance/src/routes/vendors.ts',
        `${maintenance}vendors.test.ts › a second vendor of the same name is refused`,
      ),
      row(
        'History of every change',
        'services/maintenance/src/domain/history.ts + web/src/components/maintenance/history.tsx',
        `${maintenance}requests.test.ts › the history has each field with its old and new value`,
      ),
      row(
        'Deadline by priority, and what is past it',
        'services/maintenance/src/routes/request-list.ts',
        `${maintenance}request-list.test.ts › by deadline + ${maintenance}requests.test.ts › the deadline follows the priority`,
      ),
      row(
        'An emergency tells the landlord at once by every channel they allow',
        'services/messaging/src/events/maintenance.ts + web/src/components/alerts/emergency-watch.tsx',
        'services/messaging/src/events/alerts.test.ts',
      ),
      row(
        'Both sides see every step and write to each other; the tenant rates once and reopens within 30 days',
        `services/maintenance/src/routes/tenant-request-steps.ts + ${portal}components/request-dialog.tsx + ${repairs}components/details/conversation.tsx`,
        `${maintenance}conversation.test.ts + services/maintenance/src/domain/statuses.test.ts › tenants move nothing + ${portal}components/request-dialog.test.tsx`,
      ),
      row(
        'The tenant is told when a repair is begun, scheduled, waiting, done or cancelled, by the channels they allow',
        'services/messaging/src/events/maintenance.ts + services/messaging/src/domain/progress-letters.ts',
        'services/messaging/src/events/progress.test.ts',
      ),
      row(
        'Times for a visit are offered, picked and proposed',
        `services/maintenance/src/domain/visits.ts + ${repairs}components/details/visits.tsx`,
        `${maintenance}visits.test.ts`,
      ),
      row(
        'Triage suggests category and priority beside the tenant’s own, with its words, in the list and the dialog',
        `packages/contracts/src/maintenance/triage/triage.ts + ${repairs}components/details/alert-callout.tsx`,
        `packages/contracts/src/maintenance/triage/triage.test.ts + ${maintenance}suggestions.test.ts + ${repairs}components/request-details.test.tsx`,
      ),
      row(
        'The dialog shows the emergency steps while a text names gas, fire, carbon monoxide, flooding or sparks',
        'packages/contracts/src/maintenance/hazards.ts + web/src/components/maintenance/hazard-steps.tsx',
        'web/src/components/maintenance/hazard-steps.test.tsx',
      ),
      row(
        'The alert of an emergency says what, where and who, and repeats until somebody confirms it',
        'services/messaging/src/domain/alerts.ts + services/messaging/src/jobs/sound-alerts.ts',
        `services/messaging/src/events/alerts.test.ts › an alert is repeated every ten minutes + ${maintenance}suggestions.test.ts › an emergency sounds until it is confirmed`,
      ),
      row(
        'A vendor without an account accepts, proposes a time, asks, sends photos and the invoice by a link',
        'services/maintenance/src/routes/vendor-links.ts + web/src/features/work-orders/pages/work-order-page.tsx',
        `${maintenance}vendor-links.test.ts + web/src/features/work-orders/pages/work-order-page.test.tsx + e2e/repairs.journey.ts`,
      ),
      row(
        "Tenant maintenance: New Request, Your Property, list, 'No maintenance requests'",
        `${portal}pages/tenant-maintenance-page.tsx + ${portal}components/new-request-dialog.tsx`,
        `${maintenance}tenant-requests.test.ts › a tenant can create requests but not use landlord endpoints`,
      ),
    ],
  },
  {
    title: '2 Documents',
    rows: [
      row(
        'Upload dialog with category, property and tenant; progress, drag and drop',
        `${library}components/upload-dialog.tsx + services/properties/src/routes/documents/documents.ts`,
        `${documents}an uploaded document is listed with its links + ${papers}`,
      ),
      row(
        'Types by content: pdf, doc, docx, jpg, jpeg, png, gif, at most 25 MB',
        'services/properties/src/domain/documents/document-types.ts',
        'services/properties/src/domain/documents/document-types.test.ts',
      ),
      row(
        'Library table with sizes in B, KB or MB; filters, tenant and propertyId in the address',
        `${library}components/document-table.tsx + ${library}words.ts#sizeWords`,
        `${library}words.test.ts › sizes are shown in B, KB or MB + ${documents}pages of every order have no gaps or repeats`,
      ),
      row(
        'AI processing card, the first 3 processed documents, results dialog with the place of each finding',
        `${library}components/analysis-cards.tsx + ${library}components/findings.tsx`,
        papers,
      ),
      row(
        'Preview of PDFs and images',
        `${library}components/preview.tsx + ${library}components/pdf-preview.tsx`,
        papers,
      ),
      row(
        'PDF text, DOCX and images are read (OCR offline); lease and invoice fields with their place; what could not be read is said',
        'services/ai/src/jobs/read-documents.ts',
        'services/ai/src/jobs/read-documents.test.ts › an uploaded lease is read',
      ),
      row(
        'A tenant reads the documents that name them',
        'services/properties/src/routes/documents/documents.ts',
        `${documents}a tenant reads only documents linked to them`,
      ),
      row(
        'Blobs in a folder or in S3, one conformance suite',
        'packages/kit/src/files/blobs.ts + packages/kit/src/files/blobs-s3.ts',
        'packages/kit/src/files/blobs-conformance.test.ts',
      ),
    ],
  },
  {
    title: '2 Reports and Analytics',
    rows: [
      row(
        'Period selector, KPI cards with computed changes',
        `${reports}components/figure-cards.tsx + services/payments/src/domain/reports/report-summary.ts`,
        `${payments}reports/reports.test.ts › counts money by the day it was received + ${papers}`,
      ),
      row(
        'Payment and maintenance status counts, property performance table, financial summary, quick actions',
        `${reports}components/overview.tsx#View Detailed Analytics`,
        papers,
      ),
      row('Charts of revenue, occupancy and arrears', `${reports}components/charts.tsx`, papers),
      row(
        'Rent roll as of a date; ageing 0–30/31–60/61–90/90+',
        `services/payments/src/domain/reports/rent-roll/rent-roll.ts + services/payments/src/domain/reports/ageing.ts + ${reports}components/rent-roll.tsx + ${reports}components/ageing.tsx`,
        `${payments}reports/reports.test.ts › lists every unit, its tenants on the day + ${payments}reports/reports.test.ts › lists former tenants with debt, and agrees with the ageing`,
      ),
      row(
        'The financial report as JSON without a call, and as CSV and PDF with its parameters',
        `${reports}report-file.ts + services/payments/src/routes/reports/report-files.ts`,
        `${payments}reports/report-files.test.ts › no cell of a CSV file is a formula + ${papers}`,
      ),
      row(
        'All sums come from the server and agree to the cent',
        'services/payments/src/domain/reports/report-query.ts',
        `${payments}reports/report-sums.test.ts › after any operations, on any day, every report gives the same sums`,
      ),
      row(
        'Revenue leaves deposits out; net income is revenue less maintenance costs; occupancy is the share of units lived in (departures)',
        'services/payments/src/domain/reports/report-figures.ts',
        `${payments}reports/reports.test.ts`,
      ),
    ],
  },
  {
    title: '2 Tenant notifications',
    rows: [
      row(
        'Create Notification dialog, filter bar with counts, cards, four summary tiles',
        `${notices}components/notification-list.tsx + ${notices}components/notification-card.tsx + ${notices}components/notification-dialog.tsx#Create Notification`,
        `${noticesPage}the filters and tiles count, and Mark as Read is offered for sent and unread ones only`,
      ),
      row(
        "Empty state 'No notifications yet'",
        'web/src/texts/notifications.ts#No notifications yet',
        `${noticesPage}without notifications the page says so and offers to create one`,
      ),
      row(
        'Types, delivery methods, recurrence; templates with placeholders that choosing a type fills in',
        'packages/contracts/src/messaging/notification-words.ts#notificationTemplates',
        `${noticesPage}choosing a type fills in its template, keeps own words, and sends only what applies`,
      ),
      row(
        'Placeholders are filled for each recipient; all tenants, those of a property, or one; each delivery method',
        'services/messaging/src/domain/notifications/fill.ts + services/messaging/src/domain/notifications/send-run.ts',
        `${notify}tenant-notifications.test.ts › what a landlord sends at once goes out at once, filled in for each tenant, by every channel of its method`,
      ),
      row(
        'Pending, sent, failed with a reason; unread is sent and not read; Mark as Read for those only',
        'services/messaging/src/domain/notifications/tally.ts',
        `${notify}tenant-notifications.test.ts › a notification to nobody has failed and says why + ${notify}tenant-notifications.test.ts › the list has filters with counts, and marking a sent one as read takes it from the unread`,
      ),
      row(
        "'Scheduled for' while pending, 'Was scheduled for' otherwise; scheduledFor is sent only when 'Schedule for later' is on",
        'web/src/texts/notifications.ts#Was scheduled for',
        `${noticesPage}the filters and tiles count, and Mark as Read is offered for sent and unread ones only + ${notify}scheduling.test.ts › a time without a zone is that of each recipient’s home, on both sides of a daylight saving change`,
      ),
      row(
        'Recurrence for rent reminders alone: monthly on a day from 1 to 28, or weekly; nextSendDate and lastSentDate',
        'services/messaging/src/domain/notifications/recurrence.ts',
        `${notify}scheduling.test.ts › a weekly reminder comes once a week at nine in the morning, before and after the clocks change in November + ${notify}scheduling.test.ts › recurrence applies to rent reminders alone`,
      ),
      row(
        'The send button is disabled while title or message is blank; a failure to create is shown and the dialog stays',
        `${notices}components/notification-dialog.tsx#isBlank`,
        `${noticesPage}a failure to create is shown in the dialog, which stays open`,
      ),
      row(
        'A tenant reads their own notifications and marks them as read; the portal’s bell counts the unread ones',
        'services/messaging/src/routes/notifications/inbox.ts + web/src/components/notifications/notice-bell.tsx',
        `${notify}tenant-notifications.test.ts › another landlord, another tenant and a visitor see and change nothing + web/src/components/notifications/notice-bell.test.tsx`,
      ),
    ],
  },
  {
    title: '2 AI chat, landlord conversations, tenant messages',
    rows: [
      row(
        'AI chat: conversation list, message pane with hour:minute, new-conversation dialog',
        `${talk}pages/chat-page.tsx + ${talk}components/message-bubble.tsx#time(createdAt)`,
        `${talkPage}/chat?tenant= opens the dialog with that tenant chosen`,
      ),
      row(
        '?tenant= pre-opens the dialog with that tenant chosen',
        `${talk}components/workspace.tsx#forTenant`,
        `${talkPage}/chat?tenant= opens the dialog with that tenant chosen`,
      ),
      row(
        'Landlord conversations: link to /tenant-messages, New Conversation dialog with subject, tenant, property, category, priority',
        `${talk}pages/conversations-page.tsx#paths.tenantMessages + ${talk}components/new-conversation-dialog.tsx#categoryOptions`,
        `${talkPage}a new conversation needs a subject, sends an empty choice as absent`,
      ),
      row(
        'Conversation list, message thread, composer with an AI-assistance checkbox that is on; Enter sends, Shift+Enter inserts a line',
        `${talk}components/composer.tsx#shiftKey + ${talk}components/landlord-choices.tsx#AI assistance`,
        `${talkPage}Enter sends once, Shift+Enter begins a line + ${talkPage}list and thread stand side by side`,
      ),
      row(
        'Tenant messages: list and thread, link back to /tenant-portal',
        `${talk}pages/tenant-messages-page.tsx#paths.tenantPortal`,
        `${talkPage}a tenant writes to the landlord + ${talking}a message of the landlord is counted on the tenant’s phone`,
      ),
      row(
        "Unauthenticated visitors of /tenant-messages see 'Please Log In'",
        'web/src/texts/conversations.ts#Please Log In',
        `${talkPage}a visitor is asked to log in`,
      ),
      row(
        'One store: a conversation with a tenant is read by that tenant, one without is private to landlord and assistant',
        `services/messaging/src/schema/conversations.ts + ${talk}words.ts#Private: only you and the assistant read this.`,
        `${talkTest}without a tenant is private to the landlord: no tenant reads a row of it, in SQL either + ${talkTest}is hidden from other tenants and other landlords`,
      ),
      row(
        'Conversation and message fields with their defaults: active, text, general, normal',
        'packages/contracts/src/messaging/conversations.ts + packages/contracts/src/messaging/conversations-messages.ts',
        `${talkTest}with a tenant is one record on all screens`,
      ),
      row(
        'A created conversation becomes the selected one',
        `${talk}components/workspace.tsx#closeDialog`,
        `${talkPage}a new conversation needs a subject, sends an empty choice as absent`,
      ),
      row(
        'After a landlord sends, the thread is refreshed at once and again after 2000 ms',
        `${talk}components/composer.tsx#refetchMs = 2000`,
        `${talkPage}the thread is fetched again two seconds after a landlord’s message`,
      ),
      row(
        'A whitespace-only message, or no open conversation, blocks sending; the tenant’s is non-empty after trimming',
        `${talk}components/composer.tsx#canSend`,
        `${talkPage}Enter sends once, Shift+Enter begins a line + ${talkTest}of whitespace is refused`,
      ),
      row(
        'A new portal conversation requires a non-blank subject; an empty tenant or property is sent as absent',
        `${talk}components/new-conversation-dialog.tsx#withoutEmpty`,
        `${talkPage}a new conversation needs a subject + ${talkTest}names only a tenant and a property of its landlord`,
      ),
      row(
        "'Failed to start conversation', 'Failed to send message', 'Message Failed', 'Message Sent'",
        'web/src/texts/conversations.ts#Failed to send message',
        `${talkPage}/chat?tenant= opens the dialog with that tenant chosen`,
      ),
      row(
        'The two message paths that the specification leaves open',
        'packages/contracts/src/messaging/conversations-messages.routes.ts#/api/tenant-portal/conversations/:id/messages',
        `${talkTest}is paged backwards by number, each once, while newer ones arrive`,
      ),
      row(
        'New messages, typing and read marks reach open pages by server-sent events',
        `${talkRoutes}presence.ts + ${talk}use-presence.ts`,
        'services/gateway/src/edge/stream/conversations.test.ts › a message is reported to the other side within 100 ms + services/gateway/src/edge/stream/conversations.test.ts › writing and reading are reported to the other side',
      ),
      row(
        'The assistant is asked, answers once with its sources, and hands over to the landlord',
        `${talkRoutes}assistant.ts`,
        `${talkTest}reads the latest 20 messages and answers each once + ${talkTest}hands over to the landlord`,
      ),
      row(
        'Texts and mails are channels of the same thread; STOP and the other keywords are obeyed and shown',
        'services/messaging/src/domain/conversations/incoming-text.ts + services/messaging/src/routes/conversations/mail.ts',
        `${channelsTest}a text from a tenant’s phone lands in the conversation + ${channelsTest}an answer by mail to the secret address + ${talking}a text from the phone arrives in the thread`,
      ),
    ],
  },
  {
    title: '7 AI chat: the assistant',
    rows: [
      row(
        'A chat assistant that can reply to tenants and hand off to the landlord',
        'services/ai/src/jobs/assistant.ts + services/ai/src/domain/assistant/answer.ts',
        'services/ai/src/jobs/assistant.test.ts',
      ),
      row(
        'One interface, two engines; a model that fails or answers nonsense is replaced and the reason is kept (contract)',
        'services/ai/src/providers/models/openai.ts + services/ai/src/domain/assistant/model/ask-model.ts',
        'services/ai/src/jobs/assistant-model.test.ts',
      ),
      row(
        'Text from tenants, documents and names is data to the model, never instructions (contract)',
        'services/ai/src/domain/assistant/model/tools.ts',
        'services/ai/src/domain/assistant/injections.test.ts',
      ),
      row(
        'AI chat needs the plan professional or enterprise; a trial has all (contract)',
        'services/ai/src/domain/models/settings.ts#includesChat',
        'services/ai/src/jobs/assistant.test.ts',
      ),
      row(
        'The landlord reads and rates every exchange, switches the assistant off and sets its ceiling',
        'services/ai/src/routes/assistant.ts + services/ai/src/routes/assistant-settings.ts + web/src/features/assistant/pages/assistant-page.tsx',
        'services/ai/src/routes/assistant.test.ts + web/src/features/assistant/pages/assistant-page.test.tsx',
      ),
    ],
  },
  {
    title: '8 Error catalogue and 9 constants (of these parts)',
    rows: [
      row(
        "'Failed to create tenant', 'Failed to update tenant', 'Failed to delete tenant'",
        `web/src/components/tenancy/tenant-dialog.tsx#Failed to update tenant + web/src/components/ui/use-deletion.ts#Failed to delete `,
        people,
      ),
      row(
        "'AI Screening Error' / 'Failed to analyze tenant screening'",
        'web/src/texts/tenants.ts#AI Screening Error',
        people,
      ),
      row(
        "'Failed to create payment record', 'Failed to update payment', 'Failed to verify payment'",
        `${paymentsPage}components/payment-dialog.tsx#Failed to create payment record + ${paymentsPage}components/verify-dialog.tsx#Failed to verify payment`,
        'e2e/landlord.journey.ts',
      ),
      row("'Failed to upload document'", 'web/src/texts/documents.ts#Failed to upload document', papers),
      row(
        'Payment types and methods, maintenance and document categories, report periods',
        'packages/contracts/src/payments/payments.ts + packages/contracts/src/maintenance/requests.ts + packages/contracts/src/properties/document-analysis.ts + packages/contracts/src/payments/reports.ts',
        `${library}words.test.ts › the page names the categories, types and bound of the contract`,
      ),
      row(
        'What waits for the landlord, each line one click from its cure',
        'services/gateway/src/routes/attention.ts + web/src/features/dashboard/components/attention.tsx',
        `${payments}attention.test.ts`,
      ),
    ],
  },
  ...turnoverSections,
  ...portalSections,
  ...staySections,
]
