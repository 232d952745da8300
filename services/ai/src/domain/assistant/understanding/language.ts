const markers: Record<'en' | 'es' | 'other', RegExp> = {
  en: /\b(the|is|are|my|what|when|how|who|where|why|do|does|did|can|you|your|please|i|it|of|to|and|have|has|for|in|on|this|there|need|want|thanks|any|was|am)\b/g,
  es: /\b(el|la|los|las|es|esta|mi|mis|que|cual|cuando|cuanto|cuanta|como|quien|donde|por|para|tengo|puedo|debo|hay|una|un|de|del|se|me|mi|su|con|ya|necesito|quiero|gracias|hola|no funciona|pago|renta|contrato|huele|recibo|cargo|cargos)\b/g,
  other:
    /\b(wie|wann|wer|ist|meine|mein|ich|das|der|die|und|nicht|hoch|miete|quel|quelle|est|mon|ma|le|les|loyer|je|vous|combien|quand|pourquoi|qual|meu|minha|aluguel|quanto|devo|nao|voce|il|mio|mia|affitto|quando|toi|cua|tien|nha|bao|nhieu|khi|nao)\b/g,
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** The language of a normalized text; `other` where it is neither English nor Spanish. */
export function languageOf(normalized: string, original: string): 'en' | 'es' | 'other' {
  // Scripts other than Latin.
  if (/\p{L}/u.test(original) && (original.match(/\p{Script=Latin}/gu)?.length ?? 0) < original.length / 4)
    return 'other'
  const [en, es, other] = [
    count(normalized, markers.en),
    count(normalized, markers.es),
    count(normalized, markers.other),
  ]
  if (/[¿¡]/.test(original) || (es > en && es >= other)) return 'es'
  if (other > en) return 'other'
  return 'en'
}
