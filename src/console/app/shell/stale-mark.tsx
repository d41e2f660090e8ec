import { useStaleSince } from '../../api/use-live.ts';
import { ConnectionMark } from '../../widgets/feedback/connection-mark.tsx';

/** A lost connection is told quietly: what is on screen is from then. */
export const StaleMark = () => <ConnectionMark staleSince={useStaleSince()} />;
