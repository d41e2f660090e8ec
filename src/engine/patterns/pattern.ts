/** A pattern a person wrote cannot be used; the message says why and what to write instead. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

export type PatternFlags = {
  readonly ignoreCase?: boolean;
  readonly multiline?: boolean;
  readonly dotAll?: boolean;
};

/**
 * Compiles a pattern that V8's linear engine can run; `ignoreCase` is for ASCII letters. Throws PatternError.
 */
export function compilePattern(_text: string, _flags: PatternFlags = {}): RegExp {
  throw new PatternError('Patterns cannot be compiled yet');
}
