import * as z from 'zod/mini';

/** First digit of an identifier by kind of entity (R5-51 … R5-56; digits 4 to 9 are ours). */
export const ID_KINDS = {
  transform: '1',
  node: '2',
  pipeline: '3',
  site: '4',
  user: '5',
  error: '6',
  capture: '7',
  sample: '8',
  /** Captures are never stored, so that they can share a digit. */
  notification: '7',
  asset: '9',
} as const;

export type IdKind = keyof typeof ID_KINDS;

/** An identifier: 18 decimal digits as text, because it does not fit a double. */
export type Id = string;

export const ID_LENGTH = 18;

/** Schema of an identifier, of one kind or of any. */
export const idSchema = (kind?: IdKind) =>
  z
    .string()
    .check(
      z.regex(
        kind ? new RegExp(`^${ID_KINDS[kind]}\\d{17}$`) : /^[1-9]\d{17}$/,
        kind
          ? `must be ${ID_LENGTH} digits that begin with ${ID_KINDS[kind]}`
          : `must be ${ID_LENGTH} digits`,
      ),
    );

/** True when the text is an identifier of that kind. */
export const isId = (text: string, kind: IdKind): boolean =>
  text.length === ID_LENGTH && text.startsWith(ID_KINDS[kind]) && /^\d+$/.test(text);
