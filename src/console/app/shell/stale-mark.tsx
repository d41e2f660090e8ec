import { getLastAnswerTime } from '../../api/last-answer.ts';
import { useStaleSince } from '../../api/use-live.ts';
import { ConnectionMark } from '../../components/widgets/feedback/connection-mark.tsx';
import { useStore } from '../../lib/store.ts';
import { windowFocus } from '../../lib/window-focus.ts';

/** Not lazy: once the service is gone, no code comes. */
export function StaleMark() {
  const isFocused = useStore(windowFocus);
  const staleSince = useStaleSince();
  return <ConnectionMark staleSince={staleSince} pausedAt={isFocused ? undefined : getLastAnswerTime()} />;
}
