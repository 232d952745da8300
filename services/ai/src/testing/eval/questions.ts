/** What a question must lead to. Several intents are joined by `+`; `|` separates outcomes that are equally right. */
export type Expected = string

/** The tenant who asks, the question as typed, and what must come of it. */
export type Question = readonly [tenant: 'late' | 'paid' | 'credit', text: string, expected: Expected]
