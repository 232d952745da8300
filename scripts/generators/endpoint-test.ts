import { posix } from 'node:path'
import { addNamedImport, type Checkout, type Files, kebabOf, wordsOf } from './edit.ts'
import type { NewEndpoint } from './endpoint.ts'

const callers: Record<string, { who: string; actor: string }> = {
  landlords: { who: 'a landlord', actor: 'actors.landlord()' },
  everyone: { who: 'a landlord', actor: 'actors.landlord()' },
  tenants: { who: 'a tenant', actor: 'actors.tenantOf(actors.landlord())' },
  admins: { who: 'an administrator', actor: 'actors.superAdmin()' },
  public: { who: 'anyone', actor: 'actors.visitor()' },
  service: { who: 'another service', actor: "actors.service('gateway')" },
}
const testApp = '@keyhold/kit/testing/test-app'

/** A test of the endpoint, in the test file of its handlers where that starts an app, otherwise in one of its own. */
export function endpointTest(
  { read }: Checkout,
  asked: NewEndpoint,
  handlers: string,
): { files: Files; left: string[] } {
  const beside = handlers.replace(/\.ts$/, '.test.ts')
  const known = read(beside)
  const canExtend =
    known !== undefined && /^(let|const) app\b/m.test(known) && /\btest\b[^}]*\} from 'vitest'/.test(known)
  const file =
    known === undefined || canExtend ? beside : posix.join(posix.dirname(handlers), `${kebabOf(asked.name)}.test.ts`)
  const text = canExtend ? known : emptyTest(read, asked.service, file)
  let imported = addNamedImport(text, asked.name, `@keyhold/contracts/${asked.service}/${asked.resource}`)
  imported = addNamedImport(imported, 'actors', testApp)
  if (asked.path.includes('/:')) imported = addNamedImport(imported, 'randomUUID', 'node:crypto')
  return {
    files: { [file]: `${imported.trimEnd()}\n\n${testOf(asked)}` },
    left: [`${file}: the answer, bad input, the other landlord`],
  }
}

function testOf({ name, path, method, access }: NewEndpoint): string {
  const { who, actor } = callers[access]!
  const params = [...path.matchAll(/:(\w+)/g)].map((match) => `${match[1]}: randomUUID()`)
  if (params.length > 0)
    return `test('${wordsOf(name)}: an id that is nobody’s is not found', async () => {
  const answer = await app.send(${name}, ${actor}, { params: { ${params.join(', ')} } })
  expect(answer.problem).toMatchObject({ status: 404, code: 'not-found' })
})
`
  return `test('${who} can ${wordsOf(name)}', async () => {
  const answer = await app.send(${name}, ${actor})
  expect(answer.status).toBe(${method === 'DELETE' ? 204 : 200})
})
`
}

/** A test file that starts the service as its other tests do. */
function emptyTest(read: Checkout['read'], service: string, file: string): string {
  const own = `services/${service}/src/testing/test-app.ts`
  const [, start] = /export (?:async function|const) (start\w*App)\b/.exec(read(own) ?? '') ?? []
  const up = (path: string) => posix.relative(posix.dirname(file), path)
  const head = `import { afterAll, beforeAll, expect, test } from 'vitest'\n`
  const parts = start
    ? { text: addNamedImport(head, start, up(own)), type: `Awaited<ReturnType<typeof ${start}>>`, call: `${start}()` }
    : {
        text: addNamedImport(
          addNamedImport(addNamedImport(head, 'startTestApp', testApp), 'type TestApp', testApp),
          service,
          up(`services/${service}/src/service.ts`),
        ),
        type: 'TestApp',
        call: `startTestApp([${service}])`,
      }
  return `${parts.text}
let app: ${parts.type}
beforeAll(async () => void (app = await ${parts.call}))
afterAll(() => app.stop())
`
}
