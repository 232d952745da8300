import { camelCase, existing, type Files, insertBefore, kebabCase, type Read, Unusable } from './edit.ts'

/** A new screen in the landlord's sidebar: `<name> <label>`. Writes its page, its path, and its row in the table of screens. */
export function newScreen([given, label = '']: readonly string[], read: Read): Files {
  const name = kebabCase(given, 'the name of the screen')
  if (!label) throw new Unusable('Give the label of the screen, such as "Rent increases".')
  const page = `web/src/features/${name}/pages/${name}-page.tsx`
  if (read(page) !== undefined) throw new Unusable(`${page} exists already.`)
  const paths = 'web/src/lib/paths.ts'
  const screens = 'web/src/app/screens.ts'
  return {
    [page]: pageFile(label),
    [paths]: insertBefore(existing(read, paths), /^ {2}properties:/, `  ${camelCase(name)}: '/${name}',`),
    [screens]: insertBefore(
      existing(read, screens),
      /^ {2}\/\/ Screens that other screens link to\./,
      row(name, label),
    ),
  }
}

const row = (
  name: string,
  label: string,
) => `  screen(paths.${camelCase(name)}, () => import('~/features/${name}/pages/${name}-page.tsx'), {
    title: '${label}',
    roles: landlords,
    sidebar: { landlord: { icon: 'FileText' } },
  }),`

const pageFile = (label: string) => `import { PageHeader } from '~/components/ui/page-header.tsx'

/** ${label}. */
export function Component() {
  return <PageHeader />
}
`
