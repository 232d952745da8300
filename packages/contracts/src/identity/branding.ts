import * as routes from './branding.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { bytes, id, instant, line, optional, personName } from '../scalars.ts'
import { z } from '../zod.ts'
import { contrastProblem, isColor } from './branding-colors.ts'
import { maxLogoBytes } from './branding-limits.ts'

export const Logo = z.object({ url: z.string(), width: z.int(), height: z.int() })

const Colors = z.object({ primary: z.string(), text: z.string() })

/** A landlord's look as tenants see it. Everything is null where the plan does not include it, or nothing was chosen: Keyhold's look. */
export const Branding = z
  .object({
    name: z.string().nullable(),
    logo: Logo.nullable(),
    colors: Colors.nullable(),
    /** The verified host name, without a port. */
    host: z.string().nullable(),
  })
  .meta({ id: 'Branding' })

export type Branding = z.output<typeof Branding>

export const keyholdBranding: Branding = { name: null, logo: null, colors: null, host: null }

export const DnsRecord = z.object({ type: z.enum(['CNAME', 'TXT']), name: z.string(), value: z.string() })

export const BrandingHost = z
  .object({
    host: z.string(),
    /** What to set at the DNS provider. */
    records: z.array(DnsRecord),
    verifiedAt: instant.nullable(),
    checkedAt: instant.nullable(),
    /** What the last check found to be wrong, as a sentence. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'BrandingHost' })

export type BrandingHost = z.output<typeof BrandingHost>

export const BrandingSettings = z
  .object({
    name: z.string().nullable(),
    logo: Logo.nullable(),
    colors: Colors.nullable(),
    host: BrandingHost.nullable(),
    /** The plan includes it. Otherwise what is stored is kept and not shown to anybody. */
    isApplied: z.boolean(),
  })
  .meta({ id: 'BrandingSettings' })

export type BrandingSettings = z.output<typeof BrandingSettings>

// Letters of other scripts and digits that look like those of the platform's name.
const lookalikes: Record<string, string> = Object.fromEntries(
  ['kкĸκ', 'eеεё3', 'yуүγ', 'hһн', 'oоο0', 'lӏіιi1|', 'dԁ'].flatMap((alike) =>
    Array.from(alike, (letter) => [letter, alike.charAt(0)]),
  ),
)

/** Whether a name reads as the platform's: in one word, or in several that make it up. "Key Holdings" does not. */
function isPlatformName(name: string): boolean {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/./gu, (letter) => lookalikes[letter] ?? letter)
    .split(/[^\p{L}]+/u)
  return words.some(
    (word, from) =>
      word.includes('keyhold') ||
      words.slice(from).some((_, i) => words.slice(from, from + i + 1).join('') === 'keyhold'),
  )
}

/** Mails come from this name: it must not read as the platform's, nor hide a header or another address. */
const senderName = personName(60, 'Enter a name')
  .refine((name) => !/[<>@"\\\p{Cf}\p{Zl}\p{Zp}]/u.test(name), 'A name cannot contain < > @ " or invisible characters')
  .refine((name) => /[\p{L}\p{N}]/u.test(name), 'Enter a name')
  .refine((name) => !isPlatformName(name), 'Tenants would take this name for Keyhold itself. Choose your own name.')

const color = (message: string) =>
  z
    .string(message)
    .trim()
    .refine(isColor, message)
    .transform((text) => text.toLowerCase())

/** Main color and the text on it, which has to be readable. */
export const ColorForm = z
  .object({ primary: color('Enter a color such as #14573f'), text: color('Enter a color such as #ffffff') })
  .superRefine((pair, context) => {
    // The fields say what is no color.
    const problem = isColor(pair.primary) && isColor(pair.text) ? contrastProblem(pair) : null
    if (problem) context.addIssue({ code: 'custom', message: problem, path: ['text'] })
  })

/** Null takes a part back to Keyhold's. */
export const BrandingForm = z.object({ name: optional(senderName), colors: optional(ColorForm) })

export const getBranding = endpoint(routes.getBranding, {
  response: BrandingSettings,
  summary: 'Your own look, whether your plan includes it or not',
})

/** 403 `plan-needed` where the plan does not include it; so do the calls below that add something. */
export const changeBranding = endpoint(routes.changeBranding, {
  body: BrandingForm,
  response: BrandingSettings,
  summary: 'Set the name and colors that tenants see',
})

export const resetBranding = endpoint(routes.resetBranding, {
  summary: 'Go back to the look of Keyhold; the host name stays',
})

export const uploadLogo = endpoint(routes.uploadLogo, {
  encoding: 'bytes',
  maxBody: maxLogoBytes,
  body: bytes,
  response: BrandingSettings,
  summary: 'Set the logo: the bytes of a PNG or JPEG image are the body',
})

export const deleteLogo = endpoint(routes.deleteLogo, { summary: 'Remove the logo' })

export const logoFile = endpoint(routes.logoFile, {
  params: { name: z.string().regex(/^[\w-]{22,64}$/) },
  response: bytes,
  summary: 'A logo, as a PNG image',
})

export const claimHost = endpoint(routes.claimHost, {
  body: z.object({ host: line(253, 'Enter a host name such as homes.example.com') }),
  response: BrandingSettings,
  summary: 'Name the host under which your tenants are to find the portal; it counts once its proof is found',
})

export const verifyHost = endpoint(routes.verifyHost, {
  response: BrandingSettings,
  idempotent: false,
  summary: 'Look for the proof of your host name in the DNS',
})

export const releaseHost = endpoint(routes.releaseHost, { summary: 'Give up your host name' })

export const portalBranding = endpoint(routes.portalBranding, {
  response: Branding,
  summary: 'The look of the portal: that of the landlord of the signed-in tenant',
})

// For the other services: portal, mails, PDFs and, later, listings.
export const landlordBranding = endpoint(routes.landlordBranding, {
  response: Branding.extend({ landlordId: id }),
  summary: 'The look of a landlord',
})

/** 404 for a host that nobody has proved, and while the plan of its landlord does not include it. */
export const hostBranding = endpoint(routes.hostBranding, {
  params: { host: z.string().max(253) },
  response: Branding.extend({ landlordId: id }),
  summary: 'Whose portal a host name is',
})

export const BrandingChanged = event({
  type: 'identity.branding.changed',
  version: 1,
  subject: 'landlordId',
  data: Branding.extend({ landlordId: id }),
})
