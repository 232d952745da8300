/** The parts of a path that say where a module comes from. */
const packages = (...names: string[]) => new RegExp(`node_modules/(${names.join('|')})/`)
const radix = (...names: string[]) => new RegExp(`@radix-ui/react-(${names.join('|')})/`)
const own = (...paths: string[]) => new RegExp(`/web/src/(${paths.join('|')})`)
const either = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'))

/**
 * Which modules share a file. By default every icon and every shared component becomes a file of its own, sixty for one screen, and a
 * phone's round trips cost more than the bytes. The first group that matches takes a module, and with it what it imports that no earlier
 * group has. `base` is what the sign-in page is made of; nothing else belongs there (e2e/weight.journey.ts).
 */
const groups = [
  // All that `main.tsx` needs, so that it runs as soon as it is loaded.
  {
    name: 'start',
    test: either(own('app/(router|screens?).ts', 'lib/(lazy|paths|visitor)'), /vite\/preload-helper/),
  },
  {
    name: 'react',
    test: either(packages('react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom'), /rolldown\/runtime/),
  },
  {
    name: 'state',
    test: packages(
      '@reduxjs',
      '@standard-schema',
      'react-redux',
      'redux',
      'redux-thunk',
      'immer',
      'reselect',
      'use-sync-external-store',
    ),
  },
  { name: 'forms', test: packages('react-hook-form') },
  // The resolver belongs with zod: the public pages render before either is loaded.
  { name: 'zod', test: packages('zod', '@hookform') },
  {
    name: 'base',
    test: either(
      own(
        'api/client/',
        'api/(accounts|password-resets)',
        'lib/(?!remove-scroll)',
        'texts/',
        'components/(auth-frame|logo|public-layout)',
        'app/(error-boundary|not-found-page|screen-page)',
        'components/ui/(badge|button|field|input|native-select|page-header|spinner|states)',
      ),
      packages('clsx'),
      radix('compose-refs', 'slot'),
    ),
  },
  { name: 'icons', test: packages('lucide-react'), minShareCount: 2 },
  {
    name: 'basics',
    test: radix(
      'collection',
      'context',
      'direction',
      'id',
      'presence',
      'primitive',
      'roving-focus',
      'use-[a-z-]+',
      'visually-hidden',
    ),
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
      own('components/ui/(confirm-dialog|dialog|dropdown-menu|select)'),
    ),
    minShareCount: 2,
  },
  {
    name: 'fields',
    test: either(own('components/form/', 'components/ui/choices'), radix('checkbox', 'radio-group', 'switch')),
    minShareCount: 2,
  },
  // Before the contracts, which would include them and bring their schemas to the landing page.
  {
    name: 'plans',
    test: either(/packages\/contracts\/src\/plans/, own('components/billing/plans', 'api/subscriptions')),
    minShareCount: 2,
  },
  // What pages share of the API: zod-free, so ahead of the contracts.
  {
    name: 'calls',
    test: either(own('api/'), /packages\/contracts\/src\/(.*\.routes|route|roles)\.ts/),
    minShareCount: 2,
  },
  { name: 'contracts', test: /packages\/contracts\/src\//, minShareCount: 2 },
  // Small modules that several pages share.
  {
    name: 'common',
    test: own(
      'app/(mode|nav|shell/(use-logout|nav-link|mode-toggle|sidebar|theme-options|user-menu))',
      'components/billing/subscription-state',
      'components/property/(property-cover|use-room-for-property|words)',
      'components/ui/confirm.tsx',
    ),
    minShareCount: 2,
  },
  { name: 'parts', test: own('components/ui/', String.raw`components/[\w-]+\.tsx`), minShareCount: 3 },
]

export const chunkGroups = groups.map((group, index) => ({ ...group, priority: groups.length - index }))
