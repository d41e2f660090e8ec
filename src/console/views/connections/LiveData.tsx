import { findCaptureRefusal } from '../../../contract/collector-refusals.ts';
import { useShell } from '../../commands/runtime.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { CodeBlock } from '../../components/widgets/code/code-block.tsx';
import { formatClock } from '../../lib/format.ts';
import { summarizeOrigins } from '../../lib/origin.ts';
import * as css from './source.css.ts';
import type { LiveCapture } from './use-live-capture.ts';

const ENDS = { DONE: 'Done', STOPPED: 'Stopped', FAILED: 'Ended', RUNNING: 'Running' } as const;

export function LiveData({ live }: { live: LiveCapture }) {
  const { actors, site } = useShell();
  const refusal = findCaptureRefusal(site);
  const { capture, events } = live;
  const from = summarizeOrigins(live.origins);
  return (
    <section aria-label="Live data" className={css.section}>
      <h2 className={css.sectionHead}>
        Live data
        <span className={css.push}>
          <CommandButton id="source.capture" size="small" />
        </span>
      </h2>
      {capture ? (
        <p className={css.note} role="status">
          {ENDS[capture.state]}: {capture.eventCount} of {capture.limit} events, started by{' '}
          {capture.startedBy} at {formatClock(capture.startedAt)}, for at most {capture.seconds} s
          {capture.reason === '' ? '' : `. ${capture.reason}`}
        </p>
      ) : (
        <p className={css.note}>
          {refusal ?? 'Captures the next events as they arrive. Nothing is delayed or changed'}.
        </p>
      )}
      {from !== undefined && <p className={css.note}>From {from}</p>}
      {events.length > 0 && (
        <CodeBlock
          label="Events as they came in"
          text={events.join('\n')}
          wrap
          onCopied={({ ok, message }) => actors.notify({ message, status: ok ? 'success' : 'error' })}
        />
      )}
    </section>
  );
}
