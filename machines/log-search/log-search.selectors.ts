import type { SnapshotFrom } from 'xstate';
import { parseLogQuery, type QueryError } from '../../src/contract/log-query/index.ts';
import type { logSearchMachine } from './log-search.machine.ts';

export type LogSearchSnapshot = SnapshotFrom<typeof logSearchMachine>;
export type LiveState = 'off' | 'live' | 'paused';

/** Where the line cannot be read. */
export const selectError = ({ context }: LogSearchSnapshot): QueryError | undefined =>
  parseLogQuery(context.text).error;

/** Off while the time does not end now; it goes on as it was once it does again. */
export const selectLive = ({ context, value }: LogSearchSnapshot): LiveState =>
  context.endsNow ? value.tail : 'off';

/** Undefined when new events can be followed. */
export const findFollowReason = ({ context }: LogSearchSnapshot): string | undefined =>
  context.endsNow ? undefined : 'Choose a time that ends now, such as the last hour';
