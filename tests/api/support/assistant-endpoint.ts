/** Settings of a model that is not asked. */
export const ENDPOINT_OFF = { enabled: false, address: '', model: '', questionsPerDay: 100 };
