import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// A self-signed certificate for 127.0.0.1 and localhost. Node reads certificates and makes none; X.509 is DER, of which this needs a few types.

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const objectId = (...bytes: number[]) => der(0x06, Buffer.from(bytes))
const utcTime = (date: Date) => der(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))

const ecdsaWithSha256 = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const commonName = objectId(0x55, 0x04, 0x03)
const basicConstraints = objectId(0x55, 0x1d, 0x13)
const subjectAltName = objectId(0x55, 0x1d, 0x11)
const dayMs = 86_400_000

/** Certificate and private key as PEM. It is its own authority: trusting it trusts nothing else. */
export function selfSignedCertificate(): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('keyhold test')))))
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1, ...randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(Date.now() - dayMs)), utcTime(new Date(Date.now() + dayMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        sequence(basicConstraints, der(0x04, sequence(der(0x01, Buffer.from([255]))))),
        sequence(subjectAltName, der(0x04, names)),
      ),
    ),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}
