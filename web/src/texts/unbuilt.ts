/** A feature that the specification names and that is not built. */
export const notBuiltYet = 'Not part of this version yet'
