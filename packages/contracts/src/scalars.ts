import { z } from './zod.ts'

/** UUIDv7 */
export const id = z.uuid()

/** Instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** Calendar date `YYYY-MM-DD`, without a time zone, of the years a rental record can mean. */
export const calendarDate = requiredDate('Enter a date')

/** A day on which money moves or falls due. An earlier one is a slip, and its late fees and reports would reach back as far. */
export const moneyDate = requiredMoneyDate('Enter a date')

/** `missing` is shown where none was entered. */
export function requiredMoneyDate(missing: string) {
  return requiredDate(missing).refine((date) => date >= '1996-01-01', 'Enter a date from 1996 on')
}

/** A date that a form asks for; `missing` is shown where none was entered. */
export function requiredDate(missing: string) {
  return z.iso
    .date({ error: ({ input }) => (input === undefined || input === '' ? missing : 'Enter a date') })
    .refine((date) => date >= '1900-01-01' && date <= '2199-12-31', 'Enter a date between 1900 and 2199')
    .meta({ examples: ['2026-03-01'] })
}

// PostgreSQL cannot store NUL in text or a lone surrogate in JSON, and no name needs control characters.
const unprintable = /[\p{Cc}\p{Cs}]/u
const unprintableInProse = /[^\P{Cc}\t\n\r]|\p{Cs}/u

/** One line of text, trimmed, 1 to `max` characters; `message` is shown where it is missing. */
export const line = (max: number, message = 'This field is required') =>
  z
    .string(message)
    .trim()
    .min(1, message)
    .max(max, `At most ${max} characters`)
    .refine((text) => !unprintable.test(text), 'Contains invalid characters')

// What a mail program or a phone turns into a link: an address with a scheme, or a name with a domain.
const link = /[a-z][a-z0-9+.-]*:\/\/|\bwww\.|(?:^|[^@\w.-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/:?#]|\b(?!@))/i

/** Whether a text contains a link, which lets a stranger's name or message lead people elsewhere. */
export const hasLink = (text: string): boolean => link.test(text)

/** A person's name: one line without links, since it stands in mails and texts to others. */
export const personName = (max: number, message?: string) =>
  line(max, message).refine((text) => !hasLink(text), 'A name cannot contain a link')

/** Text of several lines, trimmed, 1 to `max` characters. */
export const prose = (max: number, message = 'This field is required') =>
  z
    .string(message)
    .trim()
    .min(1, message)
    .max(max, `At most ${max} characters`)
    .refine((text) => !unprintableInProse.test(text), 'Contains invalid characters')

/** E-mail address, trimmed and in lower case, so that equal addresses are equal texts. */
export const email = z
  .string('Email is required')
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(254, 'At most 254 characters')
  .pipe(z.email('Enter a valid email address'))
  .meta({ examples: ['sam.tenant@example.com'] })

/** Telephone number as typed; messaging converts it to E.164. */
export const phone = line(40, 'Phone number is required')
  .refine((text) => /^[+(\d][\d\s().\-/x]{2,}$/.test(text), 'Enter a valid phone number')
  .meta({ examples: ['+1 555 010 0123'] })

/** A number that may arrive as its decimal text, as HTML forms and older clients send it. */
const numeric = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value),
    schema,
  )

/** Whole number between the bounds. */
export const whole = (min: number, max: number, message: string) =>
  numeric(z.number(message).int(message).min(min, message).max(max, message))

/** Decimal number between the bounds. */
export const decimal = (min: number, max: number, message: string) =>
  numeric(z.number(message).min(min, message).max(max, message))

const atMostTwoDecimals = (amount: number) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-4

/** Money in dollars with at most two decimals, as `numeric(10,2)` holds it; `min` 0 or above. `tooSmall` is shown below `min`. */
export const money = (min: number, message: string, tooSmall = message) =>
  numeric(
    z
      .number(message)
      .min(min, tooSmall)
      .max(99_999_999.99, 'At most 99,999,999.99')
      .refine(atMostTwoDecimals, 'At most two decimals'),
  )

/** An amount that a form asks for. */
export const positiveMoney = money(0.01, 'Amount is required', 'Amount must be more than 0')

/** Money in an answer, exact to the cent; negative for a credit. */
export const amount = z.number()

/** An optional field. Null and an empty text mean null; absent stays undefined, so that a PUT leaves the field alone. */
export const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable()).optional()

type WithoutDefault<S> = S extends z.ZodDefault<infer T> | z.ZodPrefault<infer T> ? WithoutDefault<T> : S
type ChangesOf<S extends z.ZodRawShape> = {
  [K in keyof S]: z.ZodOptional<WithoutDefault<S[K]> extends z.ZodType ? WithoutDefault<S[K]> : never>
}

/**
 * The body of a PUT that changes the given fields of a form: every field is optional, and defaults are removed. `form.partial()` would fill in
 * the defaults of absent fields and so reset what is stored.
 */
export function changesOf<S extends z.ZodRawShape>(form: z.ZodObject<S>): z.ZodObject<ChangesOf<S>> {
  const fields = Object.entries(form.shape).map(([name, field]) => [
    name,
    withoutDefault(field as z.ZodType).optional(),
  ])
  return z.object(Object.fromEntries(fields) as ChangesOf<S>)
}

const withoutDefault = (field: z.ZodType): z.ZodType =>
  field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? withoutDefault(field.unwrap() as z.ZodType) : field

/** A file as raw bytes, in a body (`encoding: 'bytes'`) or as the answer. */
export const bytes: z.ZodType<Uint8Array, Uint8Array> = z
  .instanceof(Uint8Array)
  .meta({ override: { type: 'string', format: 'binary' } })

/** A file as an answer that is sent while it is made, so that none of the processes holds all of it. */
export const byteStream: z.ZodType<AsyncIterable<Uint8Array>, AsyncIterable<Uint8Array>> = z
  .custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  )
  .meta({ override: { type: 'string', format: 'binary' } })

/** A file in a `multipart` body. The name is the sender's and not to be trusted. */
export interface SentFile {
  name: string
  bytes: Uint8Array
}
/** `message` is shown where no file was sent. */
export const sentFile = (message: string) =>
  z
    .custom<SentFile>(
      (value) => typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array,
      message,
    )
    .meta({ override: { type: 'string', format: 'binary' } })

/** A flag that may arrive as text (query strings, forms). */
export const flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())

/** The query of every list: `limit` 1 to 500 (100 by default), `cursor` from the `Link` header of the previous page. */
export const pageQuery = z.object({
  limit: whole(1, 500, 'limit is a number from 1 to 500').default(100),
  cursor: z.string().max(2000).optional(),
})

/** The query of a list that other services copy page by page, ordered by id: `after` is the last id of the previous page. */
export const snapshotQuery = z.object({
  limit: whole(1, 500, 'limit is a number from 1 to 500').default(500),
  after: id.optional(),
})

/** The text of a search box. */
export const search = z
  .string()
  .trim()
  .max(100)
  .refine((text) => !unprintable.test(text), 'Contains invalid characters')
  .optional()
