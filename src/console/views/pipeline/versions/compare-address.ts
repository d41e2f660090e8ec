import { parseVersion } from '../../../../../machines/displayed-version/index.ts';

export type Side = number | 'draft';
export type Compared = { from: Side; to: Side };

const parseSide = (text: string): Side | undefined => (text === 'draft' ? 'draft' : parseVersion(text));

/** Parses `3..5` and `5..draft`. */
export function parseCompared(text: string | null): Compared | undefined {
  const [from, to, ...more] = (text ?? '').split('..').map(parseSide);
  return from === undefined || to === undefined || more.length > 0 || from === to ? undefined : { from, to };
}

export const formatCompared = ({ from, to }: Compared): string => `${from}..${to}`;

/** The older version first, the draft last. */
export function sortSides(a: Side, b: Side): Compared {
  const place = (side: Side) => (side === 'draft' ? Number.POSITIVE_INFINITY : side);
  return place(a) <= place(b) ? { from: a, to: b } : { from: b, to: a };
}
