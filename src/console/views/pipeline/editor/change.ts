import type { Finding } from '../../../../contract/entities/insights.ts';

export type Change = Finding['change'];

const NAME_LENGTH = 60;

/** Data may be long, so the name is truncated. */
export const cutName = (text: string): string => text.slice(0, NAME_LENGTH);
