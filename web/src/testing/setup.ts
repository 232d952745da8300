import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

// Patient on a busy machine, and without a dump of the document in every message.
configure({
  asyncUtilTimeout: 5000,
  // Asking the DOM what is visible takes most of the time of a test.
  defaultHidden: true,
  getElementError: (message) =>
    Object.assign(new Error(message ?? 'No such element'), { name: 'TestingLibraryElementError' }),
})

// The DOM names them without having them.
Object.defineProperty(navigator, 'locks', {
  configurable: true,
  value: { request: (_name: string, work: () => Promise<unknown>) => work() },
})
