import { clsx, type ClassValue } from 'clsx'

/**
 * Joins class names. Deliberately no tailwind-merge (7 KB on the sign-in page): a component owns its look, a caller's `className`
 * only places it (margins, widths, grid cells).
 */
export const cn = (...classes: ClassValue[]): string => clsx(classes)
