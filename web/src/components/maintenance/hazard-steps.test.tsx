import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '~/testing/render.tsx'
import { HazardSteps } from './hazard-steps.tsx'

test.each([
  ['I smell gas', 'Gas: do this first'],
  ['carbon monoxide alarm goes off', 'Carbon monoxide: do this first'],
  ['Water comes through the ceiling', 'Water: do this first'],
])('“%s” shows at once what to do', (text, title) => {
  show(<HazardSteps text={text} />)
  expect(screen.getByText(title)).toBeTruthy()
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(1)
})

test('an ordinary problem shows nothing', () => {
  show(<HazardSteps text="The gas stove does not light" />)
  expect(screen.queryByRole('alert')).toBeNull()
})
