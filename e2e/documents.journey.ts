import { expect, test } from 'vitest'
import { inventPerson, nameOf, signIn, signUp } from './steps/accounts.ts'
import { daysBetween, dayWords, exact, firstOfMonth, headline, today } from './steps/calendar.ts'
import { part } from './steps/dashboard.ts'
import {
  chooseFiles,
  documentRow,
  dropFiles,
  lease,
  pageInView,
  pdfFile,
  savedBy,
  seeDocuments,
} from './steps/documents.ts'
import { faultsOf } from './steps/looks.ts'
import { answer, button, dialog, fill, follow, holdBack, see, seeFigures, seeToast } from './steps/page.ts'
import { png } from './steps/pictures.ts'
import { keep, keepHome } from './steps/properties.ts'
import { register } from './steps/tenant.ts'
import { desk, patience, type Person, phone, useWorld, whileSignedOut } from './steps/world.ts'

// What a landlord files, what is read in it, and what the reports say of a small portfolio, against figures computed here.

const world = useWorld()
const dora = inventPerson('Dora', 'Filer')
const ben = inventPerson('Ben', 'Field')
const rent = 100_000
const repair = 15_000
// Three rents are due, of which the first is paid.
const due = [-2, -1, 0].map((months) => firstOfMonth(today(), months))
const ids = { alder: '', birch: '', ben: '', lease: '' }
let landlord: Person
let tenant: Person

test('a landlord with a tenant finds an empty library and drops a lease on it', async () => {
  landlord = await world.meet({ ...desk, acceptDownloads: true })
  const { page, expectClean } = landlord
  await signUp(page, dora)
  await signIn(page, dora, 'landlord')
  expectClean(...whileSignedOut)
  ids.alder = await keepHome(page, 'Alder Loft')
  ids.birch = await keepHome(page, 'Birch House')
  const invited = await page.request.post('/api/tenant-invitations', {
    data: {
      email: ben.email,
      phone: ben.phone,
      firstName: ben.firstName,
      lastName: ben.lastName,
      propertyId: ids.alder,
    },
  })
  tenant = await world.meet(phone)
  await register(tenant.page, ((await invited.json()) as { inviteLink: string }).inviteLink, ben, nameOf(dora))
  const [joined] = (await (await page.request.get('/api/tenants')).json()) as { id: string }[]
  ids.ben = joined!.id

  await follow(page, 'Documents')
  await see(page, 'No documents yet')
  await dropFiles(page, page.getByText('No documents yet'), lease)
  const form = dialog(page, 'Upload Document')
  await see(form, 'Alder lease.pdf')
  await form.getByLabel('Category').selectOption('lease')
  await form.getByLabel(/^Property/).selectOption({ label: 'Alder Loft' })
  await form.getByLabel(/^Tenant/).selectOption(ids.ben)
  const letGo = await holdBack(page, '**/api/documents/upload')
  await button(form, 'Upload').click()
  await form.getByRole('progressbar', { name: 'Upload of Alder lease.pdf' }).waitFor()
  letGo()
  await seeToast(page, '1 document added')
  await button(form, 'Done').click()
  const row = documentRow(page, 'Alder lease.pdf')
  for (const text of ['Lease', nameOf(ben), 'Alder Loft', /^PDF · [\d.]+ KB$/]) await see(row, text)
  // Nobody reloads: that it was read comes through the stream.
  await see(row, 'Processed')
  await see(part(page, 'AI Processing'), '1 of 1 document read')
  expectClean()
})

test('what was read leads to the place where it stands', async () => {
  const { page, expectClean } = landlord
  await documentRow(page, 'Alder lease.pdf').getByRole('link').click()
  const open = dialog(page, 'Alder lease.pdf')
  await see(open, 'Looks like: Lease')
  ids.lease = new URL(page.url()).searchParams.get('document')!
  const found = (label: string) => open.getByRole('listitem').filter({ hasText: label })
  await see(found('Monthly rent'), '$1,850.00')
  await see(found('Lease starts'), 'Mar 1, 2026')
  await see(found('Lease ends'), 'Feb 28, 2027')
  await expect.poll(() => pageInView(page), { timeout: patience }).toBe('Alder lease.pdf, page 1')
  await button(found('Monthly rent'), 'page 3').click()
  await expect.poll(() => pageInView(page), { timeout: patience }).toBe('Alder lease.pdf, page 3')
  expect(await faultsOf(page, 'a document', '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await open.waitFor({ state: 'detached' })
  expectClean()
})

const busy = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({ title: 'Unavailable', status: 503, detail: 'The store is busy.', code: 'unavailable' }),
}

test('of several files each is taken or says why not', async () => {
  const { page, expectClean } = landlord
  await page.goto(`/documents?propertyId=${ids.birch}`)
  await see(page, 'Showing documents of Birch House')
  await see(page, 'No documents match')
  await button(page, 'Upload Document').first().click()
  const form = dialog(page, 'Upload Document')
  await expect.poll(() => form.getByLabel(/^Property/).inputValue(), { timeout: patience }).toBe(ids.birch)
  const text = Buffer.from('Rent is due on the 1st.')
  let sent = 0
  // The third that is sent meets a server that is busy, twice.
  await page.route('**/api/documents/upload', (route) =>
    (sent += 1) === 3 || sent === 4 ? route.fulfill(busy) : route.continue(),
  )
  await chooseFiles(
    page,
    { name: 'notes.txt', mimeType: 'text/plain', buffer: text },
    { name: 'notes.pdf', mimeType: 'application/pdf', buffer: text },
    pdfFile('Locked.pdf', [['Nobody reads this']], { isLocked: true }),
    png('Front door.png', [40, 90, 160]),
  )
  await seeToast(page, '1 document added')
  const item = (name: string) => form.getByRole('listitem').filter({ hasText: name })
  await see(item('notes.txt'), 'This is not a PDF, DOC, DOCX, JPG, PNG or GIF file.')
  await see(item('notes.pdf'), 'Documents are PDF, DOC, DOCX, JPG, PNG or GIF files. This file is something else.')
  await see(item('Front door.png'), 'The store is busy.')
  expect(await form.getByRole('button', { name: /^Try .* again$/ }).count(), 'only what may help is offered').toBe(1)
  await button(form, 'Try Front door.png again').click()
  await seeToast(page, 'Failed to upload document', 'Front door.png: The store is busy.')
  await button(form, 'Try Front door.png again').click()
  await item('Front door.png').waitFor({ state: 'detached' })
  for (const name of ['notes.txt', 'notes.pdf']) await button(form, `Remove ${name}`).click()
  await button(form, 'Done').click()
  await seeDocuments(page, 'Front door.png', 'Locked.pdf')
  await see(documentRow(page, 'Locked.pdf'), 'Could not be read')
  await documentRow(page, 'Locked.pdf').getByRole('link').click()
  await see(
    dialog(page, 'Locked.pdf'),
    'The PDF is protected by a password. Upload a copy without one to have it read.',
  )
  await see(dialog(page, 'Locked.pdf'), 'This file cannot be shown')
  await button(dialog(page, 'Locked.pdf'), 'Close').click()
  await page.unroute('**/api/documents/upload')
  expectClean(/POST \S+\/api\/documents\/upload (415|503)$/)
})

test('documents are found by what they are and whom they belong to', async () => {
  const { page, expectClean } = landlord
  await button(page, 'Show all').click()
  await seeDocuments(page, 'Front door.png', 'Locked.pdf', 'Alder lease.pdf')
  await page.getByLabel('Order').selectOption('name')
  await seeDocuments(page, 'Alder lease.pdf', 'Front door.png', 'Locked.pdf')
  await page.getByLabel('File type').selectOption('pdf')
  await seeDocuments(page, 'Alder lease.pdf', 'Locked.pdf')
  await page.getByLabel('Category').selectOption('lease')
  await seeDocuments(page, 'Alder lease.pdf')
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ sort: 'name', type: 'pdf', category: 'lease' })
  await page.goto('/documents?q=door')
  await seeDocuments(page, 'Front door.png')
  await page.getByLabel('Search documents').fill('willow creek')
  await seeDocuments(page, 'Alder lease.pdf')
  await see(documentRow(page, 'Alder lease.pdf'), /… .*premises are located at 1420 Willow Creek Drive, Apt 4B.* …/)
  expect(await faultsOf(page, 'what was found')).toEqual([])
  // As it was understood: it stands there with a comma.
  await page.getByLabel('Search documents').fill('1850')
  await see(documentRow(page, 'Alder lease.pdf'), /rent of \$1,850\.00 per month/)
  await page.getByLabel('Search documents').fill('willow nowhere')
  await see(page, 'No documents match')
  await page.goto(`/tenants/${ids.ben}`)
  await page.getByRole('link', { name: 'View Documents' }).first().click()
  await page.waitForURL(`**/documents?tenant=${ids.ben}`)
  await see(page, `Showing documents of ${nameOf(ben)}`)
  await seeDocuments(page, 'Alder lease.pdf')
  expectClean()
})

test('a document is renamed, saved, deleted and taken back', async () => {
  const { page, expectClean } = landlord
  const menu = async (name: string, item: string) => {
    await button(page, `More for ${name}`).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await menu('Alder lease.pdf', 'Edit…')
  const form = dialog(page, 'Edit document')
  await fill(form, { 'File name': 'Lease of Alder Loft.pdf' })
  await button(form, 'Save changes').click()
  await seeToast(page, 'Document updated')
  await seeDocuments(page, 'Lease of Alder Loft.pdf')
  // As after five minutes: a plain link would save the refusal.
  const access = (await landlord.context.cookies()).find(({ name }) => name === 'kh_access')!
  await landlord.context.addCookies([{ ...access, value: 'run.out.token' }])
  const saved = await savedBy(page, () => menu('Lease of Alder Loft.pdf', 'Download'))
  expect(saved.name).toBe('Lease of Alder Loft.pdf')
  expect(saved.bytes.equals(lease.buffer), 'byte for byte').toBe(true)
  expectClean(/^response: GET \S+ 401$/)

  await menu('Lease of Alder Loft.pdf', 'Delete')
  await answer(page, 'Delete')
  await see(page, 'No documents match')
  await button(page.getByRole('region', { name: /^Notifications/ }), 'Undo').click()
  await seeDocuments(page, 'Lease of Alder Loft.pdf')
  expectClean()
})

test('what was deleted lies in the bin: one is put back with all it belongs to, one is deleted for good', async () => {
  const { page, expectClean } = landlord
  await page.goto('/documents')
  for (const name of ['Lease of Alder Loft.pdf', 'Locked.pdf']) {
    await button(page, `More for ${name}`).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await answer(page, 'Delete')
    await documentRow(page, name).waitFor({ state: 'detached' })
  }
  await page.getByRole('link', { name: 'Bin', exact: true }).click()
  await page.waitForURL('**/documents?bin=1')
  await page.reload()
  const binned = (name: string) =>
    page.getByRole('table', { name: 'Deleted documents' }).getByRole('row').filter({ hasText: name })
  const lies = binned('Lease of Alder Loft.pdf')
  const told = (await (await page.request.get('/api/documents/deleted')).json()) as {
    fileName: string
    deletedAt: string
    goneAt: string
  }[]
  const { deletedAt, goneAt } = told.find(({ fileName }) => fileName === 'Lease of Alder Loft.pdf')!
  expect(daysBetween(deletedAt, goneAt)).toBe(30)
  for (const text of [/^PDF · [\d.]+ KB$/, nameOf(ben), dayWords(deletedAt), dayWords(goneAt)]) await see(lies, text)
  expect(await faultsOf(page, 'the bin')).toEqual([])
  await button(binned('Locked.pdf'), 'Delete permanently Locked.pdf').click()
  await answer(page, 'Delete permanently')
  await seeToast(page, 'Document permanently deleted')
  await binned('Locked.pdf').waitFor({ state: 'detached' })
  // Keyboard users continue with the next one.
  const focused = (name: string) =>
    expect
      .poll(() => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent), {
        timeout: patience,
      })
      .toBe(name)
  await focused('Delete permanently Lease of Alder Loft.pdf')
  const restored: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/restore') && restored.push(request.url())))
  await button(lies, 'Restore Lease of Alder Loft.pdf').dblclick()
  await see(page, 'The bin is empty')
  expect(restored, 'pressed twice, put back once').toHaveLength(1)
  await focused('Back to documents')
  await page.getByRole('link', { name: 'Back to documents' }).click()
  await seeDocuments(page, 'Front door.png', 'Lease of Alder Loft.pdf')
  await see(documentRow(page, 'Lease of Alder Loft.pdf'), 'Alder Loft')
  expectClean()
})

test('a tenant reads what names them, and another landlord nothing', async () => {
  const { page, expectClean } = tenant
  await signIn(page, ben, 'tenant')
  expectClean(...whileSignedOut)
  await page.goto('/documents')
  await seeDocuments(page, 'Lease of Alder Loft.pdf')
  expect(await page.getByRole('button', { name: /^(Upload|More for)/ }).count(), 'nothing to change').toBe(0)
  expect(await page.getByRole('link', { name: 'Bin', exact: true }).count(), 'no bin').toBe(0)
  await page.goto('/documents?q=willow')
  await see(page, 'No documents match')
  await page.goto('/documents?bin=1')
  await seeDocuments(page, 'Lease of Alder Loft.pdf')
  await documentRow(page, 'Lease of Alder Loft.pdf').getByRole('link').click()
  const open = dialog(page, 'Lease of Alder Loft.pdf')
  await see(open, '$1,850.00')
  await expect.poll(() => pageInView(page), { timeout: patience }).toBe('Lease of Alder Loft.pdf, page 1')
  expect(await open.getByRole('button', { name: /^(Edit|Read again|File as)/ }).count()).toBe(0)
  expectClean()

  const stranger = await world.meet()
  const sol = inventPerson('Sol', 'Stranger')
  await signUp(stranger.page, sol)
  await signIn(stranger.page, sol, 'landlord')
  await stranger.page.goto(`/documents?document=${ids.lease}`)
  await see(stranger.page, 'This document could not be opened')
  expect((await stranger.page.request.get(`/api/documents/${ids.lease}/file`)).status()).toBe(404)
  await stranger.context.close()
})

test('the reports say what came in, what is owed and why', async () => {
  const { page, expectClean } = landlord
  const told = await page.request.put(`/api/tenants/${ids.ben}`, {
    data: { leaseStartDate: due[0], leaseEndDate: firstOfMonth(due[0]!, 12), monthlyRent: rent / 100 },
  })
  expect(told.ok()).toBe(true)
  const rents = async () =>
    (await (await page.request.get(`/api/payments?tenantId=${ids.ben}&limit=50`)).json()) as {
      id: string
      dueDate: string
    }[]
  await expect.poll(async () => (await rents()).length, { timeout: patience }).toBe(12)
  const oldest = (await rents()).find(({ dueDate }) => dueDate === due[0])!
  expect(
    (await page.request.post(`/api/payments/${oldest.id}/verify`, { data: { verificationMethod: 'manual' } })).ok(),
  ).toBe(true)
  const tap = await keep(page, '/api/maintenance-requests', {
    title: 'Kitchen tap',
    description: 'It drips.',
    propertyId: ids.alder,
  })
  await page.request.put(`/api/maintenance-requests/${tap}`, {
    data: { status: 'completed', actualCost: repair / 100 },
  })

  await page.getByRole('navigation').getByRole('link', { name: 'Reports', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Reports and Analytics' }).waitFor()
  await seeFigures(page, () => ({
    'Total Revenue': headline(rent),
    'Net Income': headline(rent - repair),
    'Occupancy Rate': '50%',
    'Amount Due': new RegExp(`^${headline(2 * rent).replaceAll('$', '\\$')} Same as the previous period$`),
  }))
  await button(page, 'Why this number? Net Income').click()
  await see(page, `${exact(rent)} revenue − ${exact(repair)} maintenance costs = ${exact(rent - repair)}`)
  await page.keyboard.press('Escape')
  // What the drawing says stands in a table, too.
  const arrears = page.getByRole('table', { name: 'Arrears' })
  await arrears
    .getByRole('row')
    .filter({ hasText: headline(2 * rent) })
    .first()
    .waitFor()
  await see(part(page, 'Payment Status'), '1 payment')
  await see(
    page.getByRole('table', { name: 'Property performance' }).getByRole('row').filter({ hasText: 'Alder Loft' }),
    exact(rent - repair),
  )

  await button(page, 'Yearly').click()
  await page.getByLabel('Property', { exact: true }).selectOption(ids.birch)
  await seeFigures(page, () => ({ 'Total Revenue': '$0', 'Occupancy Rate': '0%' }))
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ period: 'yearly', propertyId: ids.birch })
  await page.getByRole('link', { name: 'View Detailed Analytics' }).click()
  await page.waitForURL('**/market-pricing')
  expectClean()
})

test('reports leave the page as files, and agree with each other', async () => {
  const { page, expectClean } = landlord
  await page.goto('/reports')
  await seeFigures(page, () => ({ 'Total Revenue': headline(rent) }))
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  const exported = (item: string) =>
    savedBy(page, async () => {
      await button(page, 'Export').click()
      await page.getByRole('menuitem', { name: item }).click()
    })
  const json = await exported('Financial report as JSON')
  expect(json.name).toMatch(/^financial-report-\d{4}-\d{2}-01-to-\d{4}-\d{2}-\d{2}\.json$/)
  expect(JSON.parse(json.bytes.toString())).toMatchObject({
    revenue: { value: rent / 100 },
    outstanding: { value: (2 * rent) / 100 },
  })
  expect(
    calls.filter((url) => url.includes('/api/reports')),
    'the page builds it by itself',
  ).toEqual([])
  const csv = await exported('Aging as CSV')
  expect(csv.name).toMatch(/\.csv$/)
  expect(csv.bytes.toString()).toContain(nameOf(ben))
  const pdf = await exported('Financial report as PDF')
  expect([pdf.name.slice(-4), pdf.bytes.subarray(0, 5).toString()]).toEqual(['.pdf', '%PDF-'])

  await page.getByRole('tab', { name: 'Rent Roll' }).click()
  const roll = page.getByRole('table', { name: 'Rent roll' }).getByRole('row')
  await see(roll.filter({ hasText: 'Alder Loft' }), exact(2 * rent))
  await see(roll.filter({ hasText: 'Birch House' }), 'Vacant')
  await page.getByRole('tab', { name: 'Aging' }).click()
  const owed = page
    .getByRole('table', { name: 'Aged receivables' })
    .getByRole('row')
    .filter({ hasText: nameOf(ben) })
  // The rent of this month has its due date behind it for 30 days at most; that of the month before by the length of that month more.
  const isYoung = daysBetween(due[1]!, today()) <= 30
  const figures = async () =>
    (await owed.getByRole('cell').allInnerTexts()).slice(2).map((text) => text.split('\n').at(-1))
  await expect
    .poll(figures, { timeout: patience })
    .toEqual(
      isYoung
        ? [exact(2 * rent), '—', '—', '—', exact(2 * rent)]
        : [exact(rent), exact(rent), '—', '—', exact(2 * rent)],
    )
  await page.getByLabel('As of').fill(due[0]!)
  await see(page, 'As it stood at the end of the chosen day.')
  await see(owed, exact(rent))
  expectClean()
})

test('the dashboard names what waits, and brings neither charts nor schemas', async () => {
  const { page, expectClean } = await world.meet()
  await signIn(page, dora, 'landlord')
  expectClean(...whileSignedOut)
  await page.reload()
  const waiting = part(page, 'Needs attention')
  const overdue = waiting.getByRole('link', { name: nameOf(ben) })
  await overdue.first().waitFor()
  const scripts = await page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))",
  )
  const texts = await Promise.all(
    scripts.map(async (url) => [url, await (await page.request.get(url)).text()] as const),
  )
  expect(texts.length).toBeGreaterThan(3)
  expect(texts.filter(([, text]) => /ZodError|recharts-|PasswordException/.test(text)).map(([url]) => url)).toEqual([])
  await overdue.first().click()
  await page.waitForURL(`**/payments?tenant=${ids.ben}`)
  expectClean()
})
