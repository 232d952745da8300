import { expect, test } from 'vitest'
import { nameIn } from './session-file.ts'

test('a file is saved under the name that the server gives it', () => {
  expect(nameIn('attachment; filename="Lease 2026.pdf"')).toBe('Lease 2026.pdf')
  expect(nameIn(`attachment; filename="M_ller.pdf"; filename*=UTF-8''M%C3%BCller.pdf`)).toBe('Müller.pdf')
  expect(nameIn('inline')).toBeUndefined()
  expect(nameIn(null)).toBeUndefined()
})
