export type GrokType = 'string' | 'int' | 'float';
export type GrokField = { readonly name: string; readonly type: GrokType };

export type Grok = {
  /** Field of each capture group, in order; names may repeat (the first one that matched wins). */
  readonly fields: readonly GrokField[];
  readonly regexp: RegExp;
  /**
   * Texts of the fields in the order of `fields`, undefined where a field took no part; null when the text
   * does not match. The array is reused by the next call.
   */
  match(text: string): readonly (string | undefined)[] | null;
};

/**
 * Compiles `%{NAME}`, `%{NAME:field}`, `%{NAME:field:int|float}` and `(?<field>…)`. `definitions` add to or
 * replace shipped patterns. Throws PatternError naming an unknown pattern and those close to it.
 */
export function compileGrok(_pattern: string, _definitions: Readonly<Record<string, string>> = {}): Grok {
  throw new Error('Grok patterns cannot be compiled yet');
}
