import * as z from 'zod/mini';

/** First digit of an id by entity (4 to 9 are not in the specification). */
export const ID_KINDS = {
  transform: '1',
  node: '2',
  pipeline: '3',
  site: '4',
  user: '5',
  error: '6',
  capture: '7',
  sample: '8',
  /** May share its digit with captures, which are never stored. */
  notification: '7',
  asset: '9',
  /** Rules, events, channels and changesets share one digit with errors. */
  alert: '6',
  changeset: '6',
  /** Fleets, their agents, tokens, configurations and rollouts share one digit with samples. */
  fleet: '8',
  /** Saved queries and dashboards share one digit with errors as well. */
  query: '6',
  dashboard: '6',
} as const;

export type IdKind = keyof typeof ID_KINDS;

/** 18 decimal digits as text, because they do not fit a double. */
export type Id = string;

export const ID_LENGTH = 18;

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

export const isId = (text: string, kind: IdKind): boolean =>
  text.length === ID_LENGTH && text.startsWith(ID_KINDS[kind]) && /^\d+$/.test(text);
