import { preloadAddress } from './app/router.ts'
import { openInLook } from './lib/branding.ts'
import { isVisitor } from './lib/visitor.ts'
import './styles/index.css'

openInLook(isVisitor())

// Without React: loads the address's page while React is still loading, and renders once both are there.
// A failed load is repeated when it is rendered, which shows the error.
const page = preloadAddress(location.pathname, isVisitor()).catch(() => undefined)
void Promise.all([import('./render.tsx'), page]).then(([{ render }]) => render())
