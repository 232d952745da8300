import { afterEach, expect, test, vi } from 'vitest'
import { upload } from './upload.ts'

afterEach(() => vi.unstubAllGlobals())

test('an upload that was aborted before it began is not sent', async () => {
  const opened = vi.fn()
  vi.stubGlobal('XMLHttpRequest', opened)
  const sending = upload('/api/x', { method: 'POST', body: new Blob(['x']), signal: AbortSignal.abort() }, () => {})
  await expect(sending).rejects.toThrow('abort')
  expect(opened).not.toHaveBeenCalled()
})
