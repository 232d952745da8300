export const partitionCount: number
export function natsUserOf(service: string): string
export function natsConfig(services: readonly string[], more: string): string
