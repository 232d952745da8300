import type { Intent } from '../intents.ts'

const money = '(balance|saldo|owe|owed|owing|debo|deuda|due|charges?|charged|cargos?|bill|total|account)'

/** In normalized text. Every rule that matches a clause counts, unless an earlier one of the same clause excludes it. */
export const intentRules: readonly (readonly [Intent, RegExp])[] = [
  [
    'thanks',
    /^(ok |okay |great |perfect |cool |alright |awesome )*(thanks?|thank you|gracias|muchas gracias|appreciate it)( (so|very|a) (much|lot))?( for (your|the) help| again)?$/,
  ],
  // The words of a lease are looked up among the documents; this asks for the document itself.
  [
    'document_list',
    /\b(where|find|see|show|get|have|need|send|view|open|download|access|read|donde|ver|enviar?|encontrar)\b[^.?!]{0,30}\b((lease|rental|insurance|signed|house) )?(documents?|paperwork|papers|pdfs?|files?|documentos?)\b|\b(copy|copies|copia) (of|de) (my|the|our|mi|el) (\w+ )?(lease|contract|agreement|policy|rules|documents?|contrato|arrendamiento)\b|\b(where|donde) (is|can i (find|see|get|read|view)|do i (find|see|get)|esta|puedo (ver|encontrar))\b[^.?!]{0,20}\b(lease|contract|agreement|contrato)\b(?![^.?!]{0,20}\b(end|start|expire)s?\b)|\b(find|see|show me|view|open|download|read|ver) (me )?(my|the|our|mi|el) (lease|contract|agreement|contrato)( agreement)?$/,
  ],
  ['resend_receipt', /\b(receipts?|recibos?|proof of (my )?(last |rent )?payments?|payment confirmation)\b/],
  [
    'late_fees',
    /\blate (fees?|charges?|penalt(y|ies))\b|\bgrace( period)?\b|\b(pay|paying|rent is|am) late\b|\bdays? late\b|\blate (pay|payment)s?\b|\b(fee|penalty)\b[^.?!]{0,20}\blate\b|\b(cargo|multa|recargo)s?\b[^.?!]{0,20}\b(tarde|atraso|retraso|mora)\b|\bdias de gracia\b|\bpago tarde\b/,
  ],
  ['deposit', /\b(security )?deposits?\b|\bdepositos?\b/],
  [
    'landlord',
    /^(?!.*\bemergency contact).*?(?:\b(landlords?|owner|property manager|management|lessor|duen[oa]|casero|arrendador|propietario)\b[^.?!]{0,60}\b(phone|number|email|contact|address|name|call|info\w*|telefono|correo|numero|nombre)\b|\b(phone|number|email|contact\w*|reach|name|get (a )?hold of|write to|letter|text|telefono|correo|contact[oa]r?|comunico)\b[^.?!]{0,45}\b(landlords?|owner|property manager|management|lessor|duen[oa]|casero|arrendador|propietario|you guys)\b|\b(reach|contact|call|email) (them|him|her)\b|\b(who|quien)\b[^.?!]{0,20}\b(landlord|owner|owns|manages|property manager|duen[oa]|casero|arrendador|propietario)\b)/,
  ],
  [
    'balance_reason',
    new RegExp(
      `\\b(why|explain|explanation|break ?down|breakdown|itemi[sz]e\\w*|what for|made up|consist\\w*|where (does|is|did)|how (did|do|come|is|was)|por que|de que son|explica\\w*|desglos\\w*)\\b[^.?!]{0,45}\\b${money}\\b|\\b(what|which)\\b[^.?!]{0,25}\\b(being charged|charged for|(extra|additional|new|other|these|those|this|all this|all these) (charges?|fees?|on my account))\\b|\\b(what|that) (is|are) (all )?(this|these|that|those|the)\\b[^.?!]{0,20}\\b(charges? (for|on)|on my account|balance made)|\\bcharges? on my account are for\\b|\\bi do not get the total\\b|\\bhow\\b[^.?!]{0,20}\\b(balance|total)\\b[^.?!]{0,15}\\b(calculated|computed|come|get|got)\\b`,
    ),
  ],
  [
    'next_payment',
    /\b(when|what (day|date)|which day|by when|how (long|soon|many days)|cuando|que dia|fecha)\b[^.?!]{0,45}\b(due|(have|need|need|got|supposed) to pay|must i pay|should i pay|next (rent|payment|bill|charge)|pay (the |my )?rent|pay next|pay by|(next )?bill|need the (rent|payment)|payment from me|pagar|vence|proximo pago|toca pagar)\b|\b(next|upcoming|proximo|siguiente)\b[^.?!]{0,15}\b(payments?|rent|bill|charge|due|pago|renta)\b|\bdue (date|day|on|next|this month|in)\b|(?<!\b(?:last|latest|previous|recent) )\b(payment|rent) (date|day)\b|\brent due\b|\bis (the )?rent due\b|\bdue\b[^.?!]{0,12}\b(next month|this month|the first|on the)\b|\buntil the next rent\b/,
  ],
  [
    'last_payment',
    /\b(last|latest|recent|previous|past|most recent|ultimos?|mis)\b[^.?!]{0,15}\b(payments?|paid|pay|amount i paid|pagos?)\b|\b(payment|transaction) (history|record|log)\b|\bhistorial de pagos\b|\b(get|got|gotten|receive|received|arrive|arrived|see|clear|cleared|go through|went through|gone through|come in|came in|process|processed|posted|confirmed|recib\w*|llego)\b[^.?!]{0,35}\b(payments?|rent|check|money|transfer|pago|cheque|dinero|renta)\b|\b(payments?|rent|check|money|transfer|pago|cheque)\b[^.?!]{0,35}\b(get|got|gotten|received?|arrived?|clear(ed)?|go through|went through|gone through|come in|processed|posted|confirmed|recibid[oa]|llego)\b|\bdid you get it\b|\b(have|did) i (paid|pay)\b|\bwhen did i (last )?pa(y|id)\b|\bpayments? (have|did) (you|i)\b|\bi sent\b/,
  ],
  [
    'lease_end',
    /\b(lease|contract|agreement|rental|contrato|arrendamiento)\b[^.?!]{0,35}\b(end|ends|ending|expir\w*|over|up|run|runs|finish\w*|last|left|remaining|term|terminate on|for how long|done|termina\w*|acaba\w*|vence|hasta cuando)\b|\b(end|ends|ending|expir\w*|until|till|last day|how (much )?(long|longer)|(months?|days?|time|weeks?) (are |is )?(left|remaining)|termina|acaba|vence|hasta cuando)\b[^.?!]{0,35}\b(lease|contract|agreement|rental|contrato|arrendamiento)\b|\bhow long is (my|the|this) (lease|contract|agreement)\b/,
  ],
  [
    'lease_start',
    /\b(lease|contract|agreement|contrato)\b[^.?!]{0,20}\b(start\w*|begin|began|begun|empez\w*|comenz\w*|inici\w*)\b|\b(start|begin|began|empez\w*|comenz\w*)\b[^.?!]{0,25}\b(lease|contract|agreement|contrato)\b|\bwhen did i (move|start (living|renting)|sign)\b|\bmove[ -]?in date\b|\b(since when|from when|how long)\b[^.?!]{0,25}\b(lived?|living|renting|rented|been here|my lease|am i here|tenant)\b|\bfrom when is my lease\b|\bcuando me mude\b|\bdesde cuando\b/,
  ],
  [
    'how_to_pay',
    /\b(how(?! (much|many|long|soon|far))|where|que forma|formas? de|como|donde|which ways?|what ways?|what (payment )?methods?|payment methods?|methods? of payment|metodos?)\b[^.?!]{0,25}\b(pay|paying|payment|make (a )?payment|send (the )?(rent|money)|methods?|pagar|pago|pay rent|do you (take|accept))\b|\b(can|could|may|do you|puedo|aceptan)\b[^.?!]{0,25}\b(pay|accept|take|pagar|aceptan)\b[^.?!]{0,25}\b(cash|checks?|cards?|credit|debit|online|transfer|zelle|venmo|paypal|cash ?app|ach|money order|efectivo|cheque|tarjeta|transferencia|autopay|by phone|app)\b|\baccept\b[^.?!]{0,15}\b(cash|checks?|cards?|zelle|venmo|paypal|ach)\b|\b(set ?up|turn on) auto ?pay\b|\bpayment methods?\b|\bpay online\b|\baceptan\b/,
  ],
  [
    'rent',
    /^(?!.*\b(debo|adeudo|owe)\b).*?(?:\b(how much|hw much|how high|what|amount|monthly|cuanto|cual|de cuanto|remind)\b[^.?!]{0,30}\b(rent|renta|alquiler)\b(?! (due|payments? due))|\b(rent|renta|alquiler)\b[^.?!]{0,15}\b(amount|how much|per month|a month|monthly|al mes|mensual)\b|\b(what|how much) do i pay\b[^.?!]{0,15}\b(every|each|per|a) month\b|\bmonthly (rent|payment)\b)/,
  ],
  [
    'balance',
    /\b(balance|saldo|ballance)\b|\b(what|how much|que|cuanto)\b[^.?!]{0,40}\b(owe|owed|owing|outstanding|past due|behind|overdue|debo|deuda)\b|\b(do|am|are|is|have|any|anything|total|amount|tengo)\b[^.?!]{0,25}\b(owe|owing|outstanding|past due|behind|overdue|paid up|up to date|caught up|all paid|current on|amount due|deuda|debo|al dia)\b|\b(still|left)\b[^.?!]{0,12}\b(have to pay|to pay|owe|unpaid|open)\b|\b(have|got|a) (a )?credit\b(?! card)|\boverpaid\b|\b(to be|get) current\b|\bmoney left on my account\b|\bhow (far )?(much )?(am i )?behind\b|\bneed to pay to be\b|\btotal (amount )?due\b|\bcuanto debo\b|\bwhat i owe\b/,
  ],
  [
    'book_visit',
    /\b(book|schedule|reserve|arrange|set up|make|pick|choose|take|confirm|reservar|agendar|programar|elegir)\b[^.?!]{0,30}\b(visit|appointment|time slot|slot|repair time|time for the (repair|visit)|visita|cita|hora)\b|\b(what|which|que)\b[^.?!]{0,15}\b(times?|slots?|appointments?|dates?|horas?|citas?)\b[^.?!]{0,25}\b(available|offered|open|free|can (i|you)|do you have|visit|repair|disponibles?|hay)\b|\b(visit|appointment|visita|cita)\b[^.?!]{0,25}\b(available|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow)\b/,
  ],
  [
    'requests',
    /\b(maintenance|repairs?|work orders?|service|repair) (requests?|tickets?|orders?)\b|\b(my|open|any|the) (tickets?|requests?|work orders?)\b|\b(status|update|news|progress|happening|hear\w* back|follow(ing)? up|noticias|novedades|estado|como va)\b[^.?!]{0,45}\b(repairs?|requests?|tickets?|maintenance|work order|fix\w*|reparacion\w*|solicitud\w*|arreglo|reported?|issue|problem|dishwasher|faucet|sink|heater|fridge|oven|leak|toilet|door|window|lock|washer|dryer|light|shower|ac|air conditioner)\b|\b(is|has|will|did|when|did)\b[^.?!]{0,25}\b(somebody|someone|anyone|anybody|they|he|plumber|electrician|technician|repairman|maintenance|handyman|contractor|repairs?|it|you)\b[^.?!]{0,25}\b(coming|come|scheduled|look(ed)? at|working on|finish\w*|done|fixed|completed?|assigned|get to|start\w*)\b|\bwhen (is|will|are)\b[^.?!]{0,25}\b(repair\w*|plumber|electrician|technician|fixed|handyman|they coming)\b|\bcuando vienen\b|\bi reported\b|\bstill\b[^.?!]{0,12}\bnot (been )?(fixed|repaired|done|come|resolved)\b|\b(has|have|did|is|was)\b[^.?!]{0,20}\b(schedul\w*|fix(ed)?|repair(ed)?)\b[^.?!]{0,30}$|\brepair status\b|\bany (update|news|progress)\b/,
  ],
]

/** A clause with the first of these does not also mean the others. */
export const excludes: Partial<Record<Intent, readonly Intent[]>> = {
  document_list: ['lease_end', 'lease_start', 'rent', 'requests', 'landlord', 'last_payment'],
  book_visit: ['requests', 'lease_end', 'lease_start', 'next_payment'],
  resend_receipt: ['last_payment', 'balance', 'rent', 'next_payment', 'how_to_pay', 'late_fees', 'requests'],
  late_fees: ['rent', 'balance', 'next_payment', 'how_to_pay', 'last_payment', 'balance_reason', 'requests'],
  deposit: ['rent', 'balance', 'last_payment', 'how_to_pay', 'next_payment', 'lease_end', 'lease_start', 'requests'],
  landlord: ['requests', 'balance', 'rent', 'how_to_pay', 'last_payment'],
  balance_reason: ['balance', 'rent', 'next_payment', 'how_to_pay', 'last_payment', 'requests', 'lease_end'],
  next_payment: ['rent', 'balance', 'last_payment', 'requests', 'lease_end', 'lease_start', 'how_to_pay'],
  last_payment: ['rent', 'balance', 'requests', 'how_to_pay', 'lease_end'],
  lease_end: ['requests', 'rent', 'balance', 'lease_start'],
  lease_start: ['requests', 'lease_end', 'rent'],
  how_to_pay: ['rent', 'balance', 'requests'],
  rent: ['balance', 'requests'],
}
