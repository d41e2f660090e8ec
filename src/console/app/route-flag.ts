import type { Flag } from '../../contract/flags.ts';

/** Several for a screen with variants. */
export type RouteFlag = Flag | readonly Flag[];

export const isFlagOn = (flag: RouteFlag | undefined, flags: ReadonlySet<Flag>): boolean =>
  flag === undefined || [flag].flat().some((one) => flags.has(one));
