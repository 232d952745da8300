/** A value in this browser's storage, which may be blocked or full: then it lasts as long as the page. */
const inMemory = new Map<string, string>()

export function readStored<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key) ?? inMemory.get(key)
    return text === undefined || text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    return otherwise
  }
}

export function writeStored(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  inMemory.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {
    // Blocked or full.
  }
}
