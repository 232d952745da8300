/** Whether this browser offers passkeys here: on a host name, by https or on this machine. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname)
