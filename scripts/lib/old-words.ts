/**
 * Identifiers and words that were replaced by the field's standard terms, as patterns, with what to write instead.
 * `scripts/check-source.ts` finds them in source and docs, except in migrations.
 */
export const oldWords: readonly (readonly [old: RegExp, instead: string])[] = []
