import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aProperty, aTenancy, aTenant, id } from '~/testing/records.ts'
import { button, choose, field, fill, show } from '~/testing/render.tsx'
import { TenantDialog, type TenantDialogProps } from './tenant-dialog.tsx'

const server = useFakeServer()

const loft = aProperty()
const cleo = { firstName: 'Cleo', lastName: 'Cole', email: 'cleo@example.com' }

function open(props: Partial<TenantDialogProps> = {}, tenancies = [aTenancy()]) {
  server.answer({
    'GET /api/properties': [loft],
    [`GET /api/properties/${loft.id}/units`]: [],
    'GET /api/tenancies': tenancies,
    'POST /api/tenants': aTenant(),
  })
  const onClose = vi.fn()
  return { ...show(<TenantDialog onClose={onClose} {...props} />), onClose }
}
const typeCleo = async (user: ReturnType<typeof open>['user']) =>
  fill(user, { 'First Name': cleo.firstName, 'Last Name': cleo.lastName, Email: cleo.email })
const radio = (name: RegExp) => screen.findByRole('radio', { name })

test('a name and an email address are enough', async () => {
  const { user, onClose } = open()
  await user.click(button('Add Tenant'))
  expect(await screen.findByText('First name is required')).toBeTruthy()
  expect(server.sent).toEqual([])
  await typeCleo(user)
  await user.click(button('Add Tenant'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent).toMatchObject([{ method: 'POST', path: '/api/tenants', body: { ...cleo, propertyId: null } }])
})

test('a vacant home brings its rent and deposit, which can be changed', async () => {
  const { user, onClose, toast } = open({}, [])
  await typeCleo(user)
  await choose(user, 'Property', /Alder Loft/)
  await waitFor(() => expect(field(/Monthly Rent/)).toHaveProperty('value', '1200'))
  expect(field(/Security Deposit/)).toHaveProperty('value', '1500')
  await fill(user, { 'Monthly Rent (optional)': '1100', 'Lease Start (optional)': '2026-03-01' })
  await user.click(button('Add Tenant'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent[0]!.body).toMatchObject({ propertyId: loft.id, monthlyRent: 1100, leaseStartDate: '2026-03-01' })
  expect(toast()?.description).toBe('12 monthly payments were created.')
})

test('an occupied home asks how the tenant lives there before anything is saved; a co-tenant joins the tenancy', async () => {
  const { user, onClose } = open({ home: { propertyId: loft.id } })
  await typeCleo(user)
  const together = await radio(/Together with Ann Archer/)
  await user.click(button('Add Tenant'))
  expect(await screen.findByText('Choose how the new tenant lives there.')).toBeTruthy()
  expect(server.sent).toEqual([])
  await user.click(together)
  // The terms are those of the tenancy.
  expect(screen.queryByLabelText(/Monthly Rent/)).toBeNull()
  await user.click(button('Add Tenant'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent[0]!.body).toMatchObject({ tenancyId: id(30) })
})

test('a separate tenancy at an occupied home has its own rent', async () => {
  const { user, onClose } = open({ home: { propertyId: loft.id } })
  await typeCleo(user)
  await user.click(await radio(/With a separate tenancy/))
  await user.click(button('Add Tenant'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent[0]!.body).toMatchObject({ propertyId: loft.id, monthlyRent: 1200 })
  expect((server.sent[0]!.body as { tenancyId?: unknown }).tenancyId ?? null).toBeNull()
})

const left = { tenantId: id(10), firstName: 'Ann', lastName: 'Archer', joinedOn: null, leftOn: '2026-01-20' }
const ann = aTenant({ isActive: false })

function openReturn() {
  const ended = aTenancy({ tenants: [left], status: 'ended', movedOutOn: '2026-01-20' })
  server.answer({
    [`GET /api/tenancies/${ended.id}`]: ended,
    [`PUT /api/tenants/${ann.id}`]: aTenant(),
  })
  return open({ tenant: ann, comesBack: true }, [])
}

test('setting a former tenant active asks whether they ever left', async () => {
  const { user, onClose } = openReturn()
  await radio(/The move-out was a mistake/)
  await user.click(button('Save changes'))
  expect(await screen.findByText('Choose how Ann returns.')).toBeTruthy()
  expect(server.sent).toEqual([])
  await user.click(await radio(/The move-out was a mistake/))
  await user.click(button('Save changes'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent).toMatchObject([
    { method: 'PUT', path: `/api/tenants/${ann.id}`, body: { isActive: true, leaseStartDate: '2026-01-01' } },
  ])
})

test('a tenant moves in again after the move-out, not before', async () => {
  const { user, onClose } = openReturn()
  await user.click(await radio(/They move in again/))
  await fill(user, { 'Moves In On': '2026-01-15' })
  await user.click(button('Save changes'))
  expect(await screen.findByText('Enter a day after the move-out on Jan 20, 2026')).toBeTruthy()
  expect(server.sent).toEqual([])
  await fill(user, { 'Moves In On': '2026-02-01' })
  await user.click(button('Save changes'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent[0]!.body).toMatchObject({ isActive: true, leaseStartDate: '2026-02-01' })
})

test('who stays inactive is asked anew when set active again', async () => {
  const { user } = openReturn()
  const again = () => radio(/They move in again/)
  await user.click(await again())
  expect((await again()).getAttribute('aria-checked')).toBe('true')
  const active = screen.getByRole('switch', { name: /Active tenant/ })
  await user.click(active)
  await user.click(active)
  await waitFor(async () => expect((await again()).getAttribute('aria-checked')).toBe('false'))
})

test('an email address that is taken is reported on its field', async () => {
  const { user, onClose } = open()
  server.answer({ 'POST /api/tenants': refusal(409, 'Another tenant has this email.', { code: 'conflict' }) })
  await typeCleo(user)
  await user.click(button('Add Tenant'))
  expect(await screen.findByText('Another tenant has this email.')).toBeTruthy()
  expect(field('Email').getAttribute('aria-invalid')).toBe('true')
  expect(onClose).not.toHaveBeenCalled()
})
