/** Days after the due date within which a rent counts as on time: weekends, bank transfers, the usual grace. */
export const onTimeDays = 5
