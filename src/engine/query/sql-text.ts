export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const quotePointer = (field: string): string =>
  quoteText(`/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`);

/** Microseconds since 1970. */
export const toTimestamp = (micros: number): string => `make_timestamp(${Math.trunc(micros)}::bigint)`;
