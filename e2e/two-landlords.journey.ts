import { expect, test } from 'vitest'
import { inventPerson, nameOf, signIn, signUp, type Who } from './steps/accounts.ts'
import { exact, firstOfMonth, headline, monthWords, today, typed } from './steps/calendar.ts'
import {
  addProperty,
  closeInvitation,
  type Home,
  inviteBySms,
  paymentRow,
  requestRow,
  setLease,
  verify,
} from './steps/landlord.ts'
import { followStream, idsIn, listen } from './steps/listening.ts'
import { button, follow, go, see } from './steps/page.ts'
import { line, linkInText, register, reportPayment, reportTrouble } from './steps/tenant.ts'
import { patience, type Person, phone, useWorld, whileSignedOut } from './steps/world.ts'

// Two landlords and a tenant of each live a month at the same time; what is one's is never shown, sent or told to the other.

interface Side {
  owner: Who
  renter: Who
  home: Home
  leak: { title: string; description: string }
  confirmation: string
}

const sides: [Side, Side] = [
  {
    owner: inventPerson('Agnes', 'Vandermolen'),
    renter: inventPerson('Barnaby', 'Okonkwo'),
    home: { name: 'Juniper Cottage', address: '17 NE Thistle Ct', rent: 141_307 },
    leak: {
      title: 'Boiler hums at night',
      description: 'A deep hum from the boiler between two and four, every night since Monday.',
    },
    confirmation: 'AGNES-0017',
  },
  {
    owner: inventPerson('Cosima', 'Lindqvist'),
    renter: inventPerson('Desmond', 'Abernathy'),
    home: { name: 'Kestrel Terrace', address: '905 SW Marigold Way', rent: 263_819 },
    leak: {
      title: 'Gutter hangs loose',
      description: 'The gutter above the porch came off its hook in the storm and swings about.',
    },
    confirmation: 'COSIMA-0905',
  },
]

/** Words and figures by which someone would recognise this side. */
const marksOf = ({ owner, renter, home, leak, confirmation }: Side): string[] => [
  ...[owner, renter].flatMap(({ firstName, lastName, email, phone: number }) => [firstName, lastName, email, number]),
  home.name,
  home.address,
  leak.title,
  leak.description,
  confirmation,
  typed(home.rent),
  headline(home.rent),
  headline(home.rent * 11),
]

const start = firstOfMonth(today())
const world = useWorld()
const open: {
  landlord: Person
  tenant: Person
  heard: ReturnType<typeof listen>[]
  streams: Awaited<ReturnType<typeof followStream>>[]
}[] = []
/** What each side saw, was answered and was told, gathered at the end. */
const seen: {
  screens: string[]
  answers: string[]
  events: string
  propertyId: string
  tenantId: string
  requestId: string
  paymentId: string
}[] = []

async function live(side: Side): Promise<(typeof open)[number]> {
  const { owner, renter, home, leak, confirmation } = side
  const [landlord, tenant] = await Promise.all([world.meet(), world.meet(phone)])
  const heard = [listen(landlord.context), listen(tenant.context)]
  await signUp(landlord.page, owner)
  await signIn(landlord.page, owner, 'landlord')
  landlord.expectClean(...whileSignedOut)
  const ownersStream = await followStream(world.product.url, landlord.context)
  await addProperty(landlord.page, home)
  await inviteBySms(landlord.page, renter, home)
  await closeInvitation(landlord.page)
  await register(tenant.page, await linkInText(world.product, renter), renter, nameOf(owner))
  await signIn(tenant.page, renter, 'tenant')
  tenant.expectClean(...whileSignedOut)
  const rentersStream = await followStream(world.product.url, tenant.context)

  await setLease(landlord.page, renter, { start, end: firstOfMonth(start, 12), rent: home.rent })
  await see(line(tenant.page, `Rent, ${monthWords(start)}`), exact(home.rent))
  await follow(landlord.page, 'Payments')
  await reportPayment(tenant.page, home.rent, confirmation)
  await see(paymentRow(landlord.page, start), 'awaiting confirmation')
  await verify(landlord.page, start, home.rent)
  await see(line(tenant.page, `Rent, ${monthWords(start)}`), 'Paid')
  await follow(landlord.page, 'Maintenance')
  await reportTrouble(tenant.page, leak)
  await button(requestRow(landlord.page, leak.title), 'Start Work').click()
  await see(line(tenant.page, leak.title), 'In progress')
  return { landlord, tenant, heard, streams: [ownersStream, rentersStream] }
}

test('two landlords live a month side by side', async () => {
  open.push(...(await Promise.all(sides.map(live))))
  for (const { landlord, tenant } of open) {
    landlord.expectClean()
    tenant.expectClean()
  }
})

/** The text of a screen once its own side's home stands there, which proves that it has loaded. */
async function read({ page }: Person, path: string, own: string): Promise<string> {
  await go(page, path)
  await see(page.locator('main'), own)
  await expect.poll(() => page.locator('[aria-busy=true]').count(), { timeout: patience }).toBe(0)
  return page.locator('body').innerText()
}

async function readAll(side: Side, { landlord, tenant, heard, streams }: (typeof open)[number]) {
  const first = async (path: string): Promise<string> =>
    ((await (await landlord.context.request.get(path)).json()) as { id: string }[])[0]!.id
  const [propertyId, tenantId, paymentId, requestId] = await Promise.all([
    first('/api/properties'),
    first('/api/tenants'),
    first('/api/payments'),
    first('/api/maintenance-requests'),
  ])
  const screens: string[] = []
  const homes = [
    '/',
    '/properties',
    `/properties/${propertyId}`,
    '/tenants',
    '/tenants?view=invitations',
    `/tenants/${tenantId}`,
    '/payments',
    '/maintenance',
  ]
  for (const path of homes) screens.push(await read(landlord, path, side.home.name))
  screens.push(await read(landlord, `/maintenance?request=${requestId}`, side.home.name))
  screens.push(
    await read(landlord, '/user-management', side.renter.email),
    await read(landlord, '/user-settings', side.owner.email),
  )
  for (const path of ['/', '/tenant-maintenance']) screens.push(await read(tenant, path, side.home.name))
  screens.push(await read(tenant, '/user-settings', side.renter.email))
  landlord.expectClean()
  tenant.expectClean()
  for (const stream of streams) await stream.end()
  const answers = (await Promise.all(heard.map((one) => one.answers()))).flat()
  return {
    screens,
    answers,
    events: streams.map(({ said }) => said()).join('\n'),
    propertyId,
    tenantId,
    requestId,
    paymentId,
  }
}

test('each finds everything of their own on every screen, in the answers and in the stream', async () => {
  seen.push(...(await Promise.all(sides.map((side, index) => readAll(side, open[index]!)))))
  for (const [index, side] of sides.entries()) {
    const { screens, answers, events, propertyId, requestId } = seen[index]!
    const all = screens.join('\n')
    for (const own of [nameOf(side.renter), side.home.name, side.home.address, exact(side.home.rent), side.leak.title])
      expect(all).toContain(own)
    expect(answers.length).toBeGreaterThan(20)
    expect(answers.join('\n')).toContain(side.confirmation)
    for (const id of [propertyId, requestId]) expect(events).toContain(id)
    for (const fact of [
      'properties.property.created',
      'tenancy.tenant.',
      'payments.receipt.reported',
      'maintenance.request.',
    ])
      expect(events).toContain(fact)
  }
})

test("nothing of the one's is on the other's screens, in their answers or their events", () => {
  for (const [index, other] of sides.toReversed().entries()) {
    const { screens, answers, events } = seen[index]!
    for (const mark of marksOf(other)) {
      expect(
        screens.filter((text) => text.includes(mark)),
        `"${mark}" on a screen`,
      ).toEqual([])
      expect(
        answers.filter((text) => text.includes(mark)),
        `"${mark}" in an answer`,
      ).toEqual([])
      expect(events.includes(mark), `"${mark}" in an event`).toBe(false)
    }
  }
  const [one, two] = seen.map(({ answers, events }) => idsIn([...answers, events])) as [Set<string>, Set<string>]
  expect(one.size).toBeGreaterThan(15)
  expect(
    // The steps of onboarding that every landlord starts with have fixed ids.
    [...one].filter((id) => two.has(id) && !id.startsWith('0199a000-0000-7000-8000-')),
    'ids known to both sides',
  ).toEqual([])
})

/** One side tries the other's addresses and ids. */
async function trespass(index: number): Promise<void> {
  const { landlord, tenant } = open[index]!
  const theirs = seen[1 - index]!
  const { page } = landlord
  await page.goto(`/properties/${theirs.propertyId}`)
  await page.getByRole('heading', { level: 1, name: 'Property Not Found' }).waitFor()
  await page.goto(`/tenants/${theirs.tenantId}`)
  await page.getByRole('heading', { level: 1, name: 'Tenant Not Found' }).waitFor()
  landlord.expectClean(/GET \S+\/api\/(properties|tenants)\/\S+ 404$/)
  await go(page, `/payments?tenant=${theirs.tenantId}`)
  await see(page, 'No payments match')
  await go(page, `/maintenance?request=${theirs.requestId}`)
  await see(page, 'This request could not be opened')
  landlord.expectClean(/GET \S+\/api\/maintenance-requests\/\S+ 404$/)

  const calls: [method: string, path: string, data?: object][] = [
    ['PUT', `/api/properties/${theirs.propertyId}`, { name: 'Mine now' }],
    ['DELETE', `/api/properties/${theirs.propertyId}`],
    ['PUT', `/api/tenants/${theirs.tenantId}`, { firstName: 'Mine' }],
    ['DELETE', `/api/tenants/${theirs.tenantId}`],
    ['GET', `/api/payments/${theirs.paymentId}`],
    ['POST', `/api/payments/${theirs.paymentId}/verify`, { verificationMethod: 'manual' }],
    ['POST', `/api/payments/${theirs.paymentId}/reverse`, { reason: 'Mine now' }],
    ['PUT', `/api/maintenance-requests/${theirs.requestId}`, { status: 'cancelled' }],
    ['POST', '/api/payments', { tenantId: theirs.tenantId, amount: 1, dueDate: today() }],
  ]
  for (const [method, path, data] of calls) {
    const answer = await landlord.context.request.fetch(path, { method, ...(data ? { data } : {}) })
    expect(answer.status(), `${method} ${path}`).toBe(404)
  }

  // A tenant has no such screens, and no such calls.
  await tenant.page.goto(`/properties/${theirs.propertyId}`)
  await tenant.page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor()
  expect((await tenant.context.request.get(`/api/properties/${theirs.propertyId}`)).status()).toBe(403)
  tenant.expectClean()
}

test("a copied link to the other's record finds nothing, and no call reaches it", async () => {
  await Promise.all([trespass(0), trespass(1)])
})
