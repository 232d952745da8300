import { createServer } from 'node:net'

/** Whether nothing listens on the port. */
export function isFree(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

/** The port that the environment names. Ends the process with a sentence when it is not a number or is in use. */
export async function usablePort(text: string, host: string | undefined, command: string): Promise<number> {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return exitWith(`PORT has to be a number from 0 to 65535, not "${text}".`)
  if (await isFree(port, host)) return port
  return exitWith(
    `Port ${port} is in use by another program. Stop that program or choose another port: PORT=${port + 1} ${command}`,
  )
}

export function exitWith(sentence: string): never {
  console.error(`\n${sentence}`)
  process.exit(1)
}
