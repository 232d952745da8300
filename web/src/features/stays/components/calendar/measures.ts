export const rowHeight = 58
export const headHeight = 62
export const nameWidth = 208

/** The width of a night: narrower where several months are shown. */
export const widthOf = (days: number): number => (days > 31 ? 40 : 52)
