import * as z from 'zod/mini';

/** First digit by entity (4 to 9 are not in the specification). */
export const ID_KINDS = {
  transform: '1',
  node: '2',
  pipeline: '3',
  site: '4',
  user: '5',
  error: '6',
  capture: '7',
  sample: '8',
  /** Shared with captures, which are never stored. */
  notification: '7',
  asset: '9',
  /** Shared by rules, events, channels, changesets and errors. */
  alert: '6',
  changeset: '6',
  /** Shared by fleets, agents, tokens, configurations, rollouts and samples. */
  fleet: '8',
  /** Shared by saved queries, dashboards and errors. */
  query: '6',
  dashboard: '6',
} as const;

export type IdKind = keyof typeof ID_KINDS;

/** 18 digits as text: they do not fit a double. */
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
