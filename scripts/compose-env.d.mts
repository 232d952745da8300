export function rolePassword(secret: string, role: string): string
export function completeEnv(existing: string): string
export function natsSettings(): string
export function writeNatsSettings(): void
