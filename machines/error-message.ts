/** The message of a rejected promise. */
export const getErrorMessage = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'Something went wrong!';
