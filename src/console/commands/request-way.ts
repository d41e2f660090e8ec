import { describeTaken, type RequestWay } from '../state/request-draft.ts';
import type { CommandArgs, Review } from './types.ts';

const COLLECTS = { way: 'collect' } as const;

/** Chosen in `reviewRequest`. */
export const getRequestWay = ({ way }: CommandArgs): RequestWay =>
  way === COLLECTS.way ? 'collect' : 'raise';

/** For a command that needs a review: it raises a pull request, or collects the change. */
export const reviewRequest = (body: string): Omit<Review, 'title'> => ({
  body: `${body}${describeTaken()}`,
  action: 'Raise PR',
  destructive: false,
  other: { action: 'Add to draft', args: COLLECTS },
});
