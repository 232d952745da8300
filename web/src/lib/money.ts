/** The difference of two amounts, to the cent. */
export const minus = (amount: number, other: number): number => Math.round((amount - other) * 100) / 100
