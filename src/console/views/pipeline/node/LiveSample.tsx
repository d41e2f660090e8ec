import { useEffect, useState } from 'react';
import { eventText } from '../../../../../styles/text.css.ts';
import { useTap } from '../../../api/use-live.ts';
import { usePublishScope } from '../../../commands/scopes.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { escapeHiddenCharacters } from '../../../components/widgets/text/visible-text.ts';
import * as css from '../pipeline.css.ts';

const SHOWN = 20;
const NEXT_SAMPLE_MS = 2000;

type Event = { text: string; at: number };
type SampleProps = { siteId: string; pipelineId: string; componentId: string };

const pretty = (text: string): string => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 1) : text;
  } catch {
    return text;
  }
};

function Round({
  siteId,
  pipelineId,
  componentId,
  onEvents,
  onFull,
}: SampleProps & {
  onEvents: (events: readonly Event[]) => void;
  onFull: () => void;
}) {
  const tap = useTap({ siteId, pipelineId, componentId, limit: SHOWN });
  useEffect(() => {
    if (tap.events.length > 0) onEvents(tap.events);
  }, [tap.events, onEvents]);
  const isFull = tap.state === 'ended' && tap.events.length > 0;
  useEffect(() => {
    if (!isFull) return;
    const timer = setTimeout(onFull, NEXT_SAMPLE_MS);
    return () => clearTimeout(timer);
  }, [isFull, onFull]);
  if (tap.state === 'ended' && tap.reason && !isFull) return <p className={css.quiet}>{tap.reason}</p>;
  return null;
}

/** The newest output events of a node; Space pauses them. */
export function LiveSample(props: SampleProps) {
  const [events, setEvents] = useState<readonly Event[]>([]);
  const [round, setRound] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const [toggleHold] = useState(() => () => setHeld((held) => !held));
  const [next] = useState(() => () => setRound((number) => number + 1));
  usePublishScope('pipeline.sample', { isHeld, toggleHold });
  return (
    <section className={css.section} aria-label="Live sample">
      <h3 className={css.sectionHead}>
        Live sample
        <span className={css.right}>
          <CommandButton
            id="pipeline.holdSample"
            size="small"
            variant="ghost"
            hideIcon
            label={isHeld ? 'Resume' : 'Pause'}
          />
        </span>
      </h3>
      {!isHeld && <Round key={round} {...props} onEvents={setEvents} onFull={next} />}
      {events.length === 0 && <p className={css.quiet}>Waiting for an event to leave this node.</p>}
      <div className={css.events}>
        {events
          .slice(-SHOWN)
          .reverse()
          .map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: events have no identity, only an order
            <pre key={index} className={eventText}>
              {escapeHiddenCharacters(pretty(event.text))}
            </pre>
          ))}
      </div>
    </section>
  );
}
