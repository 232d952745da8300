import { answerWorkOrder, askAboutWorkOrder } from '@keyhold/contracts/maintenance/vendor-links'
import { answerVendor, sendWorkOrder } from '@keyhold/contracts/maintenance/work-orders'
import { createTenantNotification } from '@keyhold/contracts/messaging/notifications'
import { saveInsuranceRequirement, saveOwnInsurance } from '@keyhold/contracts/tenancy/insurance'
import { completeStep, onboardingTasks } from '@keyhold/contracts/tenancy/onboarding'
import { addDays, addMonths } from '@keyhold/kit/lib/dates'
import { tenancies } from '../story/tenancies.ts'
import { startOf } from '../story/terms.ts'
import { actingTenant, hours, known, type Scene, sceneOn, type Story } from './scenes.ts'
import { visitor } from './tenancy-scenes.ts'

/** What happens beside talk: notifications, onboarding, insurance, and a vendor who works by a link. */
export const peopleScenes = (story: Story): Scene[] => [
  ...notificationScenes(story),
  ...insuranceScenes(story),
  sceneOn(story.calendar.daysAgo(40), hours.papers, () => completeFirstSteps(story)),
  ...vendorScenes(story),
]

const notificationScenes = ({ call, maya, calendar, properties }: Story): Scene[] => [
  sceneOn(calendar.daysAgo(9), hours.contracts, () =>
    call(createTenantNotification, maya, {
      body: {
        title: 'Water off on Thursday morning',
        message: 'The city works on the main at [PROPERTY_NAME] from 9 to 11. Please fill a kettle before.',
        propertyId: properties.court,
        notificationType: 'maintenance_update',
      },
    }),
  ),
  sceneOn(calendar.daysAgo(2), hours.contracts, () =>
    call(createTenantNotification, maya, {
      body: {
        title: 'Bins move to the north gate',
        message: 'From [EFFECTIVE_DATE] the bins of [PROPERTY_NAME] stand at the north gate.',
        notificationType: 'policy_update',
        effectiveDate: addDays(calendar.today, 10),
      },
    }),
  ),
]

/** Required in two homes: one tenant is covered, one policy ends soon, and the others have given no proof. */
function insuranceScenes(story: Story): Scene[] {
  const { call, maya, calendar, properties } = story
  const policy = (insurer: string, policyNumber: string, endsInDays: number) => ({
    insurer,
    policyNumber,
    coverage: 100_000,
    effectiveDate: addDays(calendar.today, endsInDays - 365),
    expiryDate: addDays(calendar.today, endsInDays),
  })
  return [
    sceneOn(calendar.daysAgo(60), hours.contracts, async () => {
      const body = { isRequired: true, minimumCoverage: 50_000 }
      for (const id of [properties.loft, properties.duplex])
        await call(saveInsuranceRequirement, maya, { params: { id }, body })
    }),
    sceneOn(calendar.daysAgo(55), hours.papers, async () => {
      // As the certificate among the documents says.
      const begun = startOf(tenancies.jordan, calendar)
      await call(saveOwnInsurance, actingTenant(story, 'jordan'), {
        body: {
          ...policy('Evergreen Casualty', 'EC-71190-R', 0),
          effectiveDate: begun,
          expiryDate: addMonths(begun, 12),
        },
      })
      await call(saveOwnInsurance, actingTenant(story, 'priya'), {
        body: policy('Mount Tabor Insurance', 'MT-88120', 18),
      })
    }),
  ]
}

/** The first steps in order, as far as they ask for nothing but having been done. */
async function completeFirstSteps(story: Story): Promise<void> {
  const jordan = actingTenant(story, 'jordan')
  const tasks = await story.call(onboardingTasks, jordan)
  for (const { id, stepNumber, missing } of tasks.slice(0, 3)) {
    if (missing !== null) return
    await story.call(completeStep, jordan, { body: { taskId: id, stepNumber } })
  }
}

function vendorScenes(story: Story): Scene[] {
  const { call, maya, calendar } = story
  let order = { id: '', token: '' }
  const params = () => ({ token: order.token })
  return [
    sceneOn(calendar.daysAgo(4), hours.contracts, async () => {
      const { id, link } = await call(sendWorkOrder, maya, {
        params: { id: known(story.repairs, 'flooring') },
        body: {
          vendorId: known(story.vendors, 'painter'),
          channel: 'email',
          accessNotes: 'The apartment is empty. The lockbox is beside the mailboxes.',
          sharesTenant: false,
        },
      })
      order = { id, token: new URL(link).searchParams.get('token') ?? '' }
    }),
    sceneOn(calendar.daysAgo(4), hours.papers, async () => {
      await call(answerWorkOrder, visitor, { params: params(), body: { accept: true } })
      await call(askAboutWorkOrder, visitor, {
        params: params(),
        body: { note: 'Should the old vinyl come out, or do the planks go on top?' },
      })
    }),
    sceneOn(calendar.daysAgo(3), hours.contracts, () =>
      call(answerVendor, maya, {
        params: { id: known(story.repairs, 'flooring'), workOrderId: order.id },
        body: { note: 'Please take the old vinyl out.' },
      }),
    ),
  ]
}
