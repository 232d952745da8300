import { z } from '@keyhold/contracts/zod'
import { screen, waitFor } from '@testing-library/react'
import { useFieldArray } from 'react-hook-form'
import { expect, test } from 'vitest'
import { button, field, show } from '~/testing/render.tsx'
import { TextField } from './fields.tsx'
import { Form } from './form.tsx'
import { useZodForm } from './use-zod-form.ts'

const List = z.object({ steps: z.array(z.object({ from: z.string().min(1, 'Enter a date').max(2, 'Too long') })) })

function ListForm() {
  const form = useZodForm(List, { defaultValues: { steps: [] } })
  const steps = useFieldArray({ control: form.control, name: 'steps' })
  return (
    <Form form={form} onSubmit={() => {}}>
      {steps.fields.map(({ id }, index) => (
        <TextField key={id} control={form.control} name={`steps.${index}.from`} label={`From ${index}`} />
      ))}
      <button type="button" onClick={() => steps.append({ from: '' })}>
        Add
      </button>
      <button type="submit">Save</button>
    </Form>
  )
}

test('a field that is added to a list is no error before it was left, or the form was sent', async () => {
  const { user } = show(<ListForm />)
  await user.click(button('Add'))
  await user.click(field('From 0'))
  await user.click(button('Add'))
  await screen.findByText('Enter a date')
  await user.click(field('From 1'))
  expect(screen.getAllByText('Enter a date').length).toBe(1)
  await user.click(button('Save'))
  await waitFor(() => expect(screen.getAllByText('Enter a date').length).toBe(2))
})

test('the message of an empty field of a list is gone as soon as something is typed', async () => {
  const { user } = show(<ListForm />)
  await user.click(button('Add'))
  await user.click(field('From 0'))
  await user.keyboard('11')
  expect(field('From 0').getAttribute('aria-invalid')).not.toBe('true')
  expect(screen.queryByText('Enter a date')).toBeNull()
  await user.keyboard('1')
  await user.tab()
  await screen.findByText('Too long')
})
