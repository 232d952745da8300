import { expect, test } from 'vitest'
import { openAdministrator, signIn } from './steps/accounts.ts'
import { faultsOf, watchLoading } from './steps/looks.ts'
import { dialog } from './steps/page.ts'
import { type Person, useWorld, whileSignedOut } from './steps/world.ts'

// Every screen of the demo portfolio, wide and narrow, light and dark: nothing sticks out, nothing is logged, axe is content.
// With SCREENSHOTS set to a folder, a picture of each is left there.

const world = useWorld({ demo: true })
// All three at once share the processor.
const options = { timeout: 300_000 }

interface Screen {
  path: string
  /** The dialogs it opens, each with the button that does. */
  dialogs?: [button: string, dialog: string][]
}

async function walk({ page }: Person, screens: Screen[]): Promise<string[]> {
  const { visit, settled } = watchLoading(page)
  const faults: string[] = []
  for (const { path, dialogs = [] } of screens) {
    await visit(path)
    faults.push(...(await faultsOf(page, path)))
    for (const [opener, name] of dialogs) {
      await page.getByRole('button', { name: opener }).first().click()
      await dialog(page, name).waitFor()
      await settled()
      faults.push(...(await faultsOf(page, `${path} ${name}`, '[role=dialog]')))
      await page.keyboard.press('Escape')
      await dialog(page, name).waitFor({ state: 'detached' })
    }
  }
  return faults
}

test.concurrent('what everyone may see', options, async () => {
  const visitor = await world.meet()
  const paths = [
    '/',
    '/?tab=sign-in',
    '/?tab=create-account',
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password?token=gone',
    '/confirm?token=gone',
    '/terms',
    '/privacy',
    '/pricing',
    '/tenant-messages',
    '/no-such-page',
  ]
  expect(
    await walk(
      visitor,
      paths.map((path) => ({ path })),
    ),
  ).toEqual([])
  visitor.expectClean(...whileSignedOut)
  expect(await walk(visitor, [{ path: '/tenant-register?token=gone' }])).toEqual([])
  visitor.expectClean(...whileSignedOut, /GET \S+\/api\/tenant-invitations\/gone 404$/)
  expect(
    await walk(visitor, [{ path: '/guest-stay?token=gone' }, { path: '/stay/gone' }, { path: '/cleaner?token=gone' }]),
  ).toEqual([])
  visitor.expectClean(
    ...whileSignedOut,
    /GET \S+\/api\/guest-stays\/gone 404$/,
    /GET \S+\/api\/stays\/gone 404$/,
    /GET \S+\/api\/cleaner-links\/gone 404$/,
  )
})

test.concurrent("a landlord's screens", options, async () => {
  const maya = await world.meet()
  await signIn(
    maya.page,
    world.product.demo.find(({ role }) => role === 'landlord')!,
    'landlord',
  )
  maya.expectClean(...whileSignedOut)
  const first = async (path: string) =>
    ((await (await maya.context.request.get(path)).json()) as { id: string }[])[0]!.id
  const [property, tenant, request, conversation] = await Promise.all(
    ['/api/properties', '/api/tenants', '/api/maintenance-requests', '/api/tenant-portal/conversations'].map(first),
  )
  expect(
    await walk(maya, [
      {
        path: '/',
        dialogs: [
          ['SMS Invite Tenant', 'SMS Invite Tenant'],
          ['Add Property', 'Add Property'],
        ],
      },
      { path: '/properties', dialogs: [['Add Property', 'Add New Property']] },
      { path: `/properties/${property}` },
      {
        path: '/tenants',
        dialogs: [
          ['Add Tenant', 'Add New Tenant'],
          ['Invite Tenant', 'Invite Tenant'],
        ],
      },
      { path: '/tenants?view=invitations' },
      { path: `/tenants/${tenant}`, dialogs: [['Edit', 'Edit Tenant']] },
      {
        path: '/payments',
        dialogs: [
          ['Record Payment', 'Record Payment'],
          ['Verify', 'Verify Payment'],
        ],
      },
      { path: '/maintenance', dialogs: [['New Request', 'New Request']] },
      { path: `/maintenance?request=${request}` },
      { path: '/documents', dialogs: [['Upload Document', 'Upload Document']] },
      { path: '/chat', dialogs: [['New Conversation', 'New Conversation']] },
      {
        path: `/tenant-portal?conversation=${conversation}`,
        dialogs: [
          ['New Conversation', 'New Conversation'],
          ['Saved replies', 'Saved replies'],
        ],
      },
      { path: '/tenant-messages' },
      { path: '/tenant-notifications', dialogs: [['Create Notification', 'Create Notification']] },
      { path: '/assistant' },
      { path: '/branding' },
      {
        path: '/airbnb-management',
        dialogs: [['Add Rental Listing', 'Add Rental Listing']],
      },
      { path: '/airbnb-management?tab=listings' },
      { path: '/airbnb-management?tab=bookings' },
      { path: '/airbnb-management?tab=calendar' },
      { path: '/airbnb-management?tab=analytics' },
      { path: '/work-order?token=gone' },
      { path: '/reports' },
      { path: '/reports?view=rent-roll' },
      { path: '/reports?view=ageing' },
      { path: '/reports?view=books' },
      { path: '/user-management', dialogs: [['Add User', 'Add User']] },
      { path: '/user-settings' },
      { path: '/tenant-view' },
      { path: '/tenant-onboarding' },
      { path: '/tenant-onboarding?preview=1' },
      { path: '/pricing' },
      { path: '/subscribe?plan=professional' },
      { path: '/subscription-debug' },
      { path: '/support', dialogs: [['New question', 'New question']] },
      { path: '/nowhere' },
    ]),
  ).toEqual([])
  maya.expectClean(/GET \S+\/api\/work-orders\/gone 404$/)
})

const tab = (name: string, ...dialogs: [string, string][]): Screen => ({ path: `/super-admin?tab=${name}`, dialogs })

test.concurrent("a super admin's screens", options, async () => {
  const ada = await world.meet()
  await signIn(ada.page, await openAdministrator(ada.page, world.product), 'super_admin')
  ada.expectClean(...whileSignedOut)
  expect(
    await walk(ada, [
      tab(
        'landlords',
        ['Subscription for', 'Manage Subscription'],
        ['Password for', 'Reset Password'],
        ['Trial for', 'Extend Trial'],
        ['Users for', 'Tenant Users Management'],
      ),
      tab('properties', ['Edit', 'Edit Property']),
      tab('databases', ['Create Database', 'Create Database'], ['Monitor', 'Database Monitor']),
      tab('activity'),
      tab('tickets'),
      tab('settings'),
      { path: '/' },
      { path: '/user-management' },
    ]),
  ).toEqual([])
  ada.expectClean()
})

test.concurrent("a tenant's screens", options, async () => {
  const jordan = await world.meet()
  await signIn(
    jordan.page,
    world.product.demo.find(({ role }) => role === 'tenant')!,
    'tenant',
  )
  jordan.expectClean(...whileSignedOut)
  expect(
    await walk(jordan, [
      {
        path: '/',
        dialogs: [
          ['Make Payment', 'Make Payment'],
          ['Submit New Request', 'Submit New Request'],
          ['Contact Landlord', 'Contact Landlord'],
        ],
      },
      { path: '/tenant-onboarding' },
      { path: '/tenant-maintenance', dialogs: [['New Request', 'New Request']] },
      { path: '/tenant-messages', dialogs: [['New Conversation', 'New Conversation']] },
      { path: '/documents' },
      { path: '/user-settings' },
      { path: '/nowhere' },
    ]),
  ).toEqual([])
  jordan.expectClean()
})
