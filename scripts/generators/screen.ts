import {
  addToList,
  camelCase,
  type Checkout,
  existing,
  type Generated,
  insertBefore,
  kebabCase,
  pascalCase,
  quoted,
  singular,
  Unusable,
} from './edit.ts'

const paths = 'web/src/lib/paths.ts'
const screens = 'web/src/app/screens.ts'
const icons = 'web/src/app/nav-icons.ts'
const walked = 'e2e/steps/screens.ts'
const looks = 'e2e/looks.journey.ts'

/**
 * A new screen in the landlord's sidebar: `<name> <label> [icon] [after]`, with the name of a Lucide icon and of the screen that it
 * follows. Writes its page, its path, its row in the table of screens, and its line in the journeys that open every screen.
 */
export function newScreen(
  [given, label = '', icon = 'FileText', after = 'reports']: readonly string[],
  checkout: Checkout,
): Generated {
  const name = kebabCase(given, 'the name of the screen')
  if (!label) throw new Unusable('Give the label of the screen, such as "Rent increases".')
  if (!/^[A-Z][A-Za-z0-9]*$/.test(icon))
    throw new Unusable('The icon is the name of one of Lucide, such as ScrollText.')
  const page = `web/src/features/${name}/pages/${name}-page.tsx`
  if (checkout.read(page) !== undefined) throw new Unusable(`${page} exists already.`)
  const previous = camelCase(kebabCase(after, 'the screen that it follows'))
  const table = withRow(existing(checkout, screens), { name, label, icon, previous })
  const iconList = existing(checkout, icons)
  return {
    files: {
      [page]: pageFile(name, label, icon),
      [paths]: insertBefore(existing(checkout, paths), /^ {2}pricing:/, `  ${camelCase(name)}: '/${name}',`),
      [screens]: table.text,
      ...(new RegExp(`\\b${icon}\\b`).test(iconList)
        ? {}
        : {
            [icons]: iconList.replace(/export \{([^}]*)\}/, (_, list: string) => `export { ${addToList(list, icon)} }`),
          }),
      [walked]: existing(checkout, walked)
        .replace(/(export const shared = \[[^\]]*)\]/, `$1  '/${name}',\n]`)
        .replace(`  ${quoted(table.after)},\n`, (line) => `${line}  ${quoted(label)},\n`),
      [looks]: existing(checkout, looks).replace(/(?=^ {6}\{ path: '\/nowhere' \},)/m, `      { path: '/${name}' },\n`),
    },
    left: [
      `${page}: the query in place of useRecords, and what a record looks like`,
      `docs/spec-coverage.md: a row in scripts/spec, if the specification asks for the screen`,
    ],
  }
}

interface Row {
  name: string
  label: string
  icon: string
  /** The key in `paths` of the screen before it. */
  previous: string
}

/** The table with the new row after another one of the sidebar, and the label of that. */
function withRow(text: string, { name, label, icon, previous }: Row): { text: string; after: string } {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => new RegExp(`^  (screen|planned)\\(paths\\.${previous},`).test(line))
  const end = lines.findIndex((line, index) => index >= start && /^( {2}\}\),|.*\}\),)$/.test(line))
  const before = lines.slice(start, end + 1).join('\n')
  const [, title] = /label: '([^']+)'/.exec(before) ?? /title: '([^']+)'/.exec(before) ?? []
  if (start < 0 || !title || !/landlord: \{/.test(before))
    throw new Unusable(`${screens} has no screen ${previous} in the landlord's sidebar.`)
  const row = `  screen(paths.${camelCase(name)}, () => import('~/features/${name}/pages/${name}-page.tsx'), {
    title: ${quoted(label)},
    roles: landlords,
    sidebar: { landlord: { icon: '${icon}' } },
  }),`
  return { text: lines.toSpliced(end + 1, 0, row).join('\n'), after: title }
}

function pageFile(name: string, label: string, icon: string): string {
  const record = pascalCase(singular(name))
  return `import { ${icon} } from 'lucide-react'
import { Card } from '~/components/ui/card.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'

interface ${record} {
  id: string
}

interface Records {
  data?: readonly ${record}[]
  error?: unknown
  refetch: () => void
}

/** To replace with the query of the resource's file in \`~/api\`, which has the same fields. */
const useRecords = (): Records => ({ data: [], refetch: () => {} })

/** \`/${name}\`. */
export function Component() {
  return (
    <>
      <PageHeader />
      <Card>
        <Content />
      </Card>
    </>
  )
}

function Content() {
  const { data, error, refetch } = useRecords()
  if (error !== undefined) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <RowSkeletons />
  if (data.length === 0) return <EmptyState icon={<${icon} aria-hidden />} title={${JSON.stringify(`${label}: nothing yet`)}} />
  return (
    <ul>
      {data.map(({ id }) => (
        <li key={id}>{id}</li>
      ))}
    </ul>
  )
}
`
}
