/** How the description of a charge begins that catches up a change of rent; `Rent change from` in older ones. */
export const catchUpName = 'Rent catch-up'

/** The charge catches up a change of rent: it is not rent of its due month. */
export const isCatchUp = ({ description }: { description: string | null }): boolean =>
  description !== null && [catchUpName, 'Rent change from'].some((name) => description.startsWith(name))
