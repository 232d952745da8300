import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aProperty, aTenant, id } from '~/testing/records.ts'
import { button, field, show } from '~/testing/render.tsx'
import { UploadDialog } from './upload-dialog.tsx'

const server = useFakeServer()
const path = '/api/documents/upload'

const lease = () => new File(['%PDF-1.7'], 'lease.pdf', { type: 'application/pdf' })

function open(props: Partial<Parameters<typeof UploadDialog>[0]> = {}) {
  server.answer({
    'GET /api/properties': [aProperty()],
    'GET /api/tenants': [aTenant()],
    [`POST ${path}`]: { id: id(70) },
  })
  return show(<UploadDialog given={{}} onClose={vi.fn()} {...props} />)
}

test('dropped files are sent with the category and the records that were chosen', async () => {
  const { user } = open({ given: { propertyId: id(20), requestId: id(80) }, dropped: [lease()] })
  expect(screen.getByText('lease.pdf')).toBeTruthy()
  expect(server.sent).toEqual([])
  await screen.findByRole('option', { name: 'Alder Loft' })
  await user.selectOptions(field('Category'), 'lease')
  await user.selectOptions(field(/^Tenant/), id(10))
  await user.click(button('Upload'))
  await waitFor(() => expect(server.sent).toHaveLength(1))
  const { body } = server.sent[0]!
  expect(body).toMatchObject({ category: 'lease', propertyId: id(20), tenantId: id(10), requestId: id(80) })
  expect((body as { file: File }).file.name).toBe('lease.pdf')
})

test('dropped files can be discarded', async () => {
  const { user } = open({ dropped: [lease()] })
  await user.click(button('Choose others'))
  expect(screen.queryByText('lease.pdf')).toBeNull()
  expect(server.sent).toEqual([])
})

test('a file type that is not accepted is refused before it is sent', async () => {
  const { user } = open({ dropped: [new File(['x'], 'tool.exe', { type: 'application/x-msdownload' })] })
  await user.click(button('Upload'))
  expect(await screen.findByText('This is not a PDF, DOC, DOCX, JPG, PNG or GIF file.')).toBeTruthy()
  expect(screen.getByText('tool.exe')).toBeTruthy()
  expect(server.sent).toEqual([])
})

test('a failed upload says why, and can be retried', async () => {
  const { user, toast } = open({ dropped: [lease()] })
  server.answer({ [`POST ${path}`]: refusal(503, 'The file store is away. Try again in a moment.') })
  await user.click(button('Upload'))
  await waitFor(() => expect(toast()?.description).toBe('lease.pdf: The file store is away. Try again in a moment.'))
  server.answer({ [`POST ${path}`]: { id: id(70) } })
  await user.click(await screen.findByRole('button', { name: 'Try lease.pdf again' }))
  await waitFor(() => expect(toast()?.title).toBe('1 document added'))
  expect(server.sent).toHaveLength(2)
})
