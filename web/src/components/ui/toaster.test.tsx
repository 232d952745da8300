import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from '~/lib/toast.ts'
import { show } from '~/testing/render.tsx'
import { Toaster } from './toaster.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const opacity = () => screen.getByText('Login Successful').closest('ol')!.style.opacity

async function open() {
  show(
    <>
      <main>
        <div aria-busy data-testid="rows" />
      </main>
      <Toaster />
    </>,
  )
  await act(async () => toast({ title: 'Login Successful' }))
}

test('a message waits for what is loading, so that nothing to press appears below it', async () => {
  await open()
  await pass(300)
  expect(opacity()).toBe('0')
  screen.getByTestId('rows').removeAttribute('aria-busy')
  await pass(150)
  expect(opacity()).toBe('')
})

test('a message does not wait longer than 0.8 seconds', async () => {
  await open()
  await pass(700)
  expect(opacity()).toBe('0')
  await pass(150)
  expect(opacity()).toBe('')
})
