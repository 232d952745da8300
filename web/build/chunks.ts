/** The parts of a path that say where a module comes from. */
const packages = (...names: string[]) => new RegExp(`node_modules/(${names.join('|')})/`)
const radix = (...names: string[]) => new RegExp(`@radix-ui/react-(${names.join('|')})/`)
const own = (...paths: string[]) => new RegExp(`/web/src/(${paths.join('|')})`)
const either = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'))

/**
 * What is fetched together. Left alone, every icon and every shared component becomes a file of its own, sixty for one screen, and a
 * phone's round trips cost more than the bytes. The first group that matches takes a module, and with it what it imports that no earlier
 * group has. `base` is what the sign-in page is made of; nothing else belongs there (e2e/weight.journey.ts).
 */
const groups = [
  { name: 'react', test: packages('react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom') },
  {
    name: 'state',
    test: packages('@reduxjs', '@standard-schema', 'react-redux', 'redux', 'redux-thunk', 'immer', 'reselect', 'use-sync-external-store'),
  },
  { name: 'forms', test: packages('react-hook-form') },
  // The resolver belongs with zod: the public pages stand before either has arrived.
  { name: 'zod', test: packages('zod', '@hookform') },
  {
    name: 'base',
    test: either(
      own(
        'api/',
        'lib/(?!remove-scroll)',
        'texts/',
        'components/(auth-frame|logo|public-layout)',
        'components/ui/(badge|button|field|input|native-select|page-header|spinner|states)',
      ),
      packages('clsx'),
      // What loads the rest.
      /vite\/preload-helper/,
      radix('compose-refs', 'slot'),
    ),
  },
  { name: 'icons', test: packages('lucide-react'), minShareCount: 2 },
  {
    name: 'basics',
    test: radix('collection', 'context', 'direction', 'id', 'presence', 'primitive', 'roving-focus', 'use-[a-z-]+', 'visually-hidden'),
  },
  {
    name: 'overlays',
    test: either(
      radix(
        'alert-dialog',
        'arrow',
        'dialog',
        'dismissable-layer',
        'dropdown-menu',
        'focus-guards',
        'focus-scope',
        'menu',
        'popper',
        'portal',
        'select',
        'tooltip',
      ),
      packages('@floating-ui', 'aria-hidden'),
      own('components/ui/(confirm|dialog|dropdown-menu|select)'),
    ),
    minShareCount: 2,
  },
  { name: 'fields', test: either(own('components/form/', 'components/ui/choices'), radix('checkbox', 'radio-group', 'switch')), minShareCount: 2 },
  { name: 'contracts', test: /packages\/contracts\/src\/(?!plans)/, minShareCount: 2 },
  { name: 'parts', test: own('components/ui/', String.raw`components/[\w-]+\.tsx`), minShareCount: 3 },
]

export const chunkGroups = groups.map((group, index) => ({ ...group, priority: groups.length - index }))
