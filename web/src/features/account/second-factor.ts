import type { SecondStep } from '@keyhold/contracts/identity/accounts'
import type { SecondFactor } from '@keyhold/contracts/identity/second-factors'

export const hasSecondFactor = ({ appSince, passkeys }: SecondFactor): boolean =>
  appSince !== null || passkeys.length > 0

/** By what one can confirm that it is oneself. */
export const methodsOf = ({ appSince, passkeys, recoveryCodesLeft }: SecondFactor): SecondStep['secondStep'] => [
  ...(passkeys.length > 0 ? (['passkey'] as const) : []),
  ...(appSince === null ? [] : (['app'] as const)),
  ...(recoveryCodesLeft > 0 ? (['recovery_code'] as const) : []),
]

/** Why no passkey can be added here; undefined where one can. */
export function noPasskeysHere(passkeyOrigin: string | null, isOffered: boolean, host: string): string | undefined {
  if (passkeyOrigin === null)
    return 'Passkeys need a site with https and a host name. This one is reached without https, or by an IP address.'
  const { hostname } = new URL(passkeyOrigin)
  if (host !== hostname) return `Passkeys work at ${passkeyOrigin}. Open Keyhold there to add one.`
  return isOffered ? undefined : 'This browser does not support passkeys.'
}

/** The file with recovery codes that one keeps. */
export const recoveryFile = (email: string, codes: readonly string[]): string =>
  [`Keyhold recovery codes of ${email}`, 'Each code works once.', '', ...codes, ''].join('\n')
