import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aTenancy } from '~/testing/records.ts'
import { button, field, show } from '~/testing/render.tsx'
import { TermsDialog } from './terms-dialog.tsx'

useFakeServer()

test('a rent step with a day and a rent is not marked as wrong, neither while it is typed nor after', async () => {
  const { user } = show(<TermsDialog tenancy={aTenancy()} onClose={() => {}} />)
  await user.click(button('Add a rent step'))
  fireEvent.change(field(/^From/), { target: { value: '2030-01-01' } })
  await user.click(field(/^Rent\b(?!s)/))
  await user.keyboard('1100')
  const complaint = 'Monthly rent must be a valid positive number'
  expect(screen.queryByText(complaint)).toBeNull()
  await user.tab()
  expect(screen.queryByText(complaint)).toBeNull()
  expect(field(/^Rent\b(?!s)/)).toHaveProperty('value', '1100')
})
