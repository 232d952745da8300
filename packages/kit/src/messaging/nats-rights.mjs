// Plain JavaScript without packages: scripts/compose-env.mjs runs it on the Node of a machine that only has Docker besides.

/** Into how many partitions the events are divided (`partitions.ts` explains it). */
export const partitionCount = 64
const stream = 'KEYHOLD'

/** The user of a service. A process that connects as one changes neither the stream nor consumers: `provision` creates them, as the owner. */
export const natsUserOf = (service) => `keyhold_${service}`

/** The one service without consumers of its own: it follows the whole stream, to tell open pages what changed. */
const watcher = 'gateway'

const consumersOf = (service) => [
  ...Array.from({ length: partitionCount }, (_, partition) => `${service}-${partition}`),
  // Of before there were partitions.
  service,
]

/** What a service may publish: its events, actions of administrators, and requests about its own consumers. */
function publishedBy(service) {
  return [
    `keyhold.*.${service}.>`,
    'keyhold.*.platform.>',
    `keyhold-replicas.${service}`,
    `$JS.API.STREAM.INFO.${stream}`,
    `$JS.API.CONSUMER.DELETE.${stream}.${service}`,
    ...consumersOf(service).flatMap((consumer) => [
      `$JS.API.CONSUMER.INFO.${stream}.${consumer}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
      `$JS.API.CONSUMER.UNPIN.${stream}.${consumer}`,
      `$JS.ACK.${stream}.${consumer}.>`,
      `$JS.ACK.*.*.${stream}.${consumer}.>`,
    ]),
  ]
}

const watched = [
  `$JS.API.STREAM.INFO.${stream}`,
  `$JS.API.CONSUMER.CREATE.${stream}.>`,
  ...['INFO', 'MSG.NEXT', 'DELETE'].map((request) => `$JS.API.CONSUMER.${request}.${stream}.*`),
]

/** Its own short-lived consumers have invented names, so those of the services are taken out of its rights one by one. */
const deniedToWatcher = (services) =>
  services
    .filter((service) => service !== watcher)
    .flatMap(consumersOf)
    .flatMap((consumer) => [
      `$JS.API.CONSUMER.CREATE.${stream}.${consumer}`,
      `$JS.API.CONSUMER.CREATE.${stream}.${consumer}.>`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
      `$JS.API.CONSUMER.DELETE.${stream}.${consumer}`,
    ])

const list = (subjects) => `[${subjects.map((subject) => JSON.stringify(subject)).join(', ')}]`
const variable = (user) => `$NATS_PASSWORD_${user.toUpperCase()}`

function userOf(service, services) {
  const isWatcher = service === watcher
  const publish = isWatcher
    ? `{ allow: ${list(watched)}, deny: ${list(deniedToWatcher(services))} }`
    : `{ allow: ${list(publishedBy(service))} }`
  const subscribe = [`_INBOX.${natsUserOf(service)}.>`, ...(isWatcher ? [] : [`keyhold-replicas.${service}`])]
  return `    { user: ${natsUserOf(service)}, password: ${variable(service)}, permissions: { publish: ${publish}, subscribe: { allow: ${list(subscribe)} } } }`
}

/** The server's settings, with one user per service and the owner; passwords come from its environment (NATS_PASSWORD_…). `more`: lines before. */
export function natsConfig(services, more) {
  const users = services.map((service) => userOf(service, services))
  return `${more}
authorization {
  users: [
    { user: owner, password: ${variable('owner')} }
${users.join('\n')}
  ]
}
`
}
