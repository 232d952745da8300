import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { z } from '@keyhold/contracts/zod'
import { expect, test, vi } from 'vitest'
import { TextField } from '~/components/form/fields.tsx'
import { Form } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { PendingPhotos } from '~/components/maintenance/pending-photos.tsx'
import { button, field, fill, show } from '~/testing/render.tsx'
import { Dialog } from './dialog.tsx'

const Note = z.object({ note: z.string() })

function NoteDialog({ onClose, photos = [] }: { onClose: () => void; photos?: File[] }) {
  const form = useZodForm(Note, { defaultValues: { note: 'Rings twice' } })
  return (
    <Dialog onClose={onClose} title="For the courier">
      <Form form={form} onSubmit={() => {}}>
        <TextField control={form.control} name="note" label="Note" />
        <PendingPhotos files={photos} onChange={() => {}} />
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </Form>
    </Dialog>
  )
}

const question = () => screen.findByRole('alertdialog', { name: 'Discard your changes?' })

test.each([
  ['Escape', (user: UserEvent) => act(() => user.keyboard('{Escape}'))],
  [
    'a press outside',
    () => act(async () => void (fireEvent.pointerDown(document.body), fireEvent.click(document.body))),
  ],
  ['the cross', (user: UserEvent) => user.click(button('Close'))],
])('%s asks before a half-typed form is thrown away', async (_, close) => {
  const onClose = vi.fn()
  const { user } = show(<NoteDialog onClose={onClose} />)
  await fill(user, { Note: 'Rings three times' })
  await close(user)
  await question()
  expect(onClose).not.toHaveBeenCalled()
  await user.click(button('Keep editing'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(field('Note')).toHaveProperty('value', 'Rings three times')
  await close(user)
  await question()
  await user.click(button('Discard'))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('a form in which nothing was typed, or what was typed is as before, closes without a question; so does Cancel', async () => {
  const onClose = vi.fn()
  const { user } = show(<NoteDialog onClose={onClose} />)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  await fill(user, { Note: 'Rings' })
  await fill(user, { Note: 'Rings twice' })
  await act(async () => {})
  await user.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))
  await fill(user, { Note: 'Rings' })
  await user.click(button('Cancel'))
  expect(onClose).toHaveBeenCalledTimes(3)
})

test('photos that were chosen and not sent are asked for, too', async () => {
  const photos = [new File(['x'], 'tap.jpg', { type: 'image/jpeg' })]
  const { user } = show(<NoteDialog onClose={() => {}} photos={photos} />)
  await user.keyboard('{Escape}')
  await question()
})
