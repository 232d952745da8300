import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { field, fill, show } from '~/testing/render.tsx'
import { QuickPropertyDialog } from './quick-property-dialog.tsx'

useFakeServer()

test('a field says what is wrong once it was left or changed, and no field does on opening', async () => {
  const { user } = show(<QuickPropertyDialog onClose={() => {}} />)
  expect(screen.queryAllByText(/required|Enter/)).toEqual([])
  await user.click(field('Address'))
  await user.tab()
  await screen.findByText('Address is required')
  expect(screen.queryAllByText(/is required/)).toHaveLength(1)
  await fill(user, { Address: '1 Elm St' })
  expect(screen.queryByText('Address is required')).toBeNull()
})
