import type { Finding } from '../../../contract/entities/insights.ts';

/** A transform that is put after the node whose events are looked at. */
export type Change = Finding['change'];

const NAME_LENGTH = 60;

/** The name of a transform that is made from data, which may be long. */
export const changeName = (text: string): string => text.slice(0, NAME_LENGTH);
