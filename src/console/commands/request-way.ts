import { describeTaken, type RequestWay } from '../state/request-draft.ts';
import type { CommandArgs, Review } from './types.ts';

const COLLECTS = { way: 'collect' } as const;

/** How the user chose to ask for it in `reviewRequest`. */
export const getRequestWay = ({ way }: CommandArgs): RequestWay =>
  way === COLLECTS.way ? 'collect' : 'raise';

/** For a command whose effect waits for review: it is raised as a pull request, or collected. */
export const reviewRequest = (body: string): Omit<Review, 'title'> => ({
  body: `${body}${describeTaken()}`,
  action: 'Raise PR',
  destructive: false,
  other: { action: 'Add to draft', args: COLLECTS },
});
