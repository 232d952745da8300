/** What package-lock.json may say about a package; everything else in it passes through untouched. */
interface Entry {
  resolved?: string
  link?: boolean
  funding?: unknown
  deprecated?: string
}

const address = /https?:\/\//

/** Takes the addresses out of a lockfile: where a package comes from is each machine's own setting, its integrity is not. */
export function withoutHosts(lockfile: string): string {
  const lock = JSON.parse(lockfile) as { packages: Record<string, Entry> }
  for (const entry of Object.values(lock.packages)) {
    // A workspace's `resolved` is its folder, and has to stay.
    if (!entry.link) delete entry.resolved
    delete entry.funding
    // That it is deprecated has to stay.
    if (entry.deprecated) entry.deprecated = entry.deprecated.replace(/:?\s*https?:\/\/\S+/g, '') || 'yes'
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}

/** The lines of a lockfile that name an address. */
export function linesWithHosts(lockfile: string): string[] {
  return lockfile.split('\n').flatMap((line, index) => (address.test(line) ? [`${index + 1}: ${line.trim()}`] : []))
}
