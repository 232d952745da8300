import { preloadAddress } from './app/router.ts'
import { isVisitor } from './lib/visitor.ts'
import './styles/index.css'

// Without React: what the address shows is asked for while React is still on its way, and drawn once both are there.
// One that does not come is asked for again when it is drawn, which says so.
const page = preloadAddress(location.pathname, isVisitor()).catch(() => undefined)
void Promise.all([import('./render.tsx'), page]).then(([{ render }]) => render())
