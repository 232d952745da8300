import { row, type Section } from '../lib/spec-coverage.ts'

// The tenant portal and the onboarding of the operations specification.

const portal = 'web/src/features/portal/'
const onboarding = 'web/src/features/onboarding/'
const routes = 'services/tenancy/src/routes/'
const steps = `${routes}onboarding/onboarding.test.ts › `
const page = `${portal}pages/portal-page.test.tsx › `
const journey = 'e2e/onboarding.journey.ts › '
const shown = `${onboarding}pages/onboarding-page.test.tsx › `

export const portalSections: Section[] = [
  {
    title: '2 Tenant portal and tenant view',
    rows: [
      row(
        'Live Portal badge, tenant name, bell with the count, Sign Out, welcome banner',
        `${portal}components/portal-header.tsx#Live Portal + web/src/components/portal/welcome-banner.tsx`,
        'e2e/month.journey.ts › the tenant signs in to the portal; the landlord sees them move in, without reloading',
      ),
      row(
        'Cards Current Balance, Next Payment, Lease Status, Open Requests; a tenant without data sees what is missing (departure)',
        `${portal}components/stat-cards.tsx + ${portal}words.ts`,
        `${page}without an open charge the next payment says when the next rent appears + services/payments/src/routes/payments/tenant-payments.test.ts › say when the next rent appears and is due while no charge is open`,
      ),
      row(
        'Why this balance',
        `${portal}components/balance-why.tsx`,
        `${page}the balance says which charges and which credit it consists of`,
      ),
      row(
        'Onboarding card with Start Journey to /tenant-onboarding',
        `${portal}components/onboarding-card.tsx#Start Journey`,
        `${page}who has not begun starts the journey + ${journey}a tenant registers on a phone`,
      ),
      row(
        'Recent Payments (first 5) with Make Payment; Maintenance Requests (first 5, cut to 60 characters) with Submit New Request',
        `${portal}components/payments-card.tsx#Recent Payments + ${portal}components/requests-card.tsx#Maintenance Requests`,
        'e2e/month.journey.ts › the tenant reports a payment; the landlord sees it arrive and verifies it',
      ),
      row(
        'Quick actions Contact Landlord (message dialog), View Documents, Update Profile',
        `${portal}components/quick-actions.tsx + ${portal}components/contact-dialog.tsx`,
        `${page}quick actions, landlord and documents are one tap away + ${journey}on a phone, a question is at most three taps away`,
      ),
      row(
        "'Message Sent'; 'Failed to Send Message' with the server's message",
        'web/src/texts/portal.ts#Failed to Send Message',
        `${page}a message to the landlord is sent from the portal, and a failure says why`,
      ),
      row(
        "The landlord's name and way to be reached",
        `${portal}components/landlord-card.tsx`,
        `${routes}tenants/personal-details.test.ts › a tenant sees who they rent from`,
      ),
      row(
        'Property Information, lease, and who shares the rent',
        `${portal}components/property-card.tsx + ${portal}components/lease-card.tsx`,
        `${page}a rent that is shared names everyone who shares it + ${routes}tenants/personal-details.test.ts › co-tenants see each other`,
      ),
      row(
        'Documents shared with the tenant; the tenant uploads documents of their own',
        `${portal}components/documents-card.tsx + services/properties/src/routes/documents/document-files.ts`,
        'services/properties/src/routes/documents/tenant-documents.test.ts › a tenant’s upload is seen by the tenant and the landlord',
      ),
      row(
        'Update Profile: the fields of the tenant; the landlord sees who changed them, and when',
        'web/src/components/portal/personal-details-card.tsx + web/src/features/tenants/components/contact-info.tsx',
        `${routes}tenants/personal-details.test.ts › a tenant’s changes reach the landlord + ${journey}the profile and the insurance`,
      ),
      row(
        'Renters insurance with expiry and proof, shown to both sides; required by property',
        'web/src/components/portal/insurance-card.tsx + web/src/features/tenants/components/insurance-info.tsx',
        `${routes}insurance/insurance.test.ts › both sides see the policy + ${routes}insurance/insurance.test.ts › a landlord requires insurance of a property + services/tenancy/src/domain/insurance/judge-insurance.test.ts`,
      ),
      row(
        'Installable as an app, with a page for when there is no connection; nothing is stored on the device',
        `web/public/sw.js + web/public/manifest.webmanifest + ${portal}components/install-hint.tsx`,
        `${journey}without a connection the app says so + ${portal}components/install-hint.test.tsx`,
      ),
      row(
        '/tenant-view shows the same screens over labelled sample records; its buttons explain',
        `${portal}pages/tenant-view-page.tsx + ${portal}preview/sample-store.ts`,
        `${portal}pages/tenant-view-page.test.tsx › the preview shows the portal over sample records + ${portal}preview/sample.test.ts › every sample answer is one that the server could give`,
      ),
    ],
  },
  {
    title: '2 Tenant onboarding',
    rows: [
      row(
        'Steps with a points and level header, progress bar and summary; Locked and Done',
        `${onboarding}components/step-list.tsx + ${onboarding}components/journey-header.tsx`,
        `${shown}completed steps show Done, those after the current one Locked`,
      ),
      row(
        '6 steps, 50 points, 100 points to the next level, level 1',
        'services/tenancy/src/domain/onboarding/default-plan.ts + packages/contracts/src/tenancy/onboarding.ts#defaultReward',
        `${steps}a new tenant has six steps of 50 points`,
      ),
      row(
        "Completing a step earns its points once; 'Step Completed! 🎉'; 'Failed to complete step. Please try again.'",
        `${routes}onboarding/onboarding.ts + web/src/texts/onboarding.ts#Failed to complete step`,
        `${steps}a step completed many times at once earns its points once + ${shown}completing a step says what it earned`,
      ),
      row(
        'What a record can show is judged; the rest the tenant marks as done',
        'services/tenancy/src/domain/onboarding/progress.ts',
        `${steps}a step is refused until what it asks for is done`,
      ),
      row(
        'Each load is retried once; then the fallback wizard, steps 2 to 7 and the end step 8, which awards nothing that it cannot store (departure)',
        `${onboarding}use-retried-once.ts + ${onboarding}components/fallback-wizard.tsx`,
        `${shown}a load that fails once is repeated + ${shown}the wizard ends with its own last step`,
      ),
      row(
        'The final button leads on after 1.5 s: to / for a tenant, to /tenant-view in the landlord’s preview (departure)',
        `${onboarding}components/finish-card.tsx + ${onboarding}components/plan-preview.tsx`,
        `${onboarding}pages/onboarding-plan-page.test.tsx › the preview goes through the steps`,
      ),
      row(
        'Achievements and streak, derived from the completed steps',
        'services/tenancy/src/domain/onboarding/progress.ts#streakOf',
        `${steps}a streak counts days in a row at the property + ${steps}the required steps complete the onboarding`,
      ),
      row(
        'The landlord edits, reorders, adds and switches off steps and achievements',
        `${onboarding}components/plan-form.tsx + ${routes}onboarding/onboarding-plan.ts`,
        `${steps}a landlord edits, reorders, adds and switches off steps + ${onboarding}pages/onboarding-plan-page.test.tsx › steps are moved, added`,
      ),
    ],
  },
]
