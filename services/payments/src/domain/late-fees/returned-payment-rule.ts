/** The basis of a fee for a returned payment. */
export const returnedPaymentRule = 'returned-payment.flat/1'
