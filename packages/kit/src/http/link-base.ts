const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * What a link in a message starts with: the site's address, or the name of this machine that the visitor uses, since a browser keeps
 * the sessions of `localhost` and `127.0.0.1` apart. Any other origin is ignored: anybody may send one.
 */
export function linkBase(publicUrl: string, request: { header(name: 'origin'): string | undefined }): string {
  const site = publicUrl.replace(/\/+$/, '')
  const origin = request.header('origin') ?? ''
  if (!URL.canParse(origin)) return site
  const [own, asked] = [new URL(site), new URL(origin)]
  const isSameMachine = loopback.has(own.hostname) && loopback.has(asked.hostname)
  return isSameMachine && own.port === asked.port && own.protocol === asked.protocol ? asked.origin : site
}
