/** The code of an error of the operating system (`EACCES` …); empty for any other error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
