import { useEffect, useState } from 'react';
import { selectFailure, selectProgress } from '../../../../../machines/preview/index.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { StatusShape } from '../../../components/widgets/icons/status-shape.tsx';
import * as css from './preview.css.ts';
import type { Preview } from './use-preview.ts';

const SECOND_MS = 1000;

/** Seconds left of a capture, counted locally; the service ends it. */
function useSecondsLeft(startedAt: string | undefined, seconds: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  if (startedAt === undefined) return seconds;
  return Math.min(seconds, Math.max(0, Math.ceil(seconds - (now - Date.parse(startedAt)) / SECOND_MS)));
}

type Progress = NonNullable<ReturnType<typeof selectProgress>>;

function CaptureNotice({ progress }: { progress: Progress }) {
  const { where, limit, seconds, eventCount, startedAt, isStopping } = progress;
  const left = useSecondsLeft(startedAt, seconds);
  // Events that pass before the service has answered are not captured.
  const isStarting = startedAt === undefined;
  return (
    <div className={css.notice}>
      <StatusShape shape="pending" tone="info" />
      <span className={css.noticeText}>
        <span className={css.why}>
          {isStopping ? 'Stopping the capture at' : isStarting ? 'Starting the capture at' : 'Capturing at'}{' '}
          {where}
        </span>
        {!isStarting && `: ${eventCount} of ${limit} events, ${left} s left`}
      </span>
      <span
        className={css.meter}
        role="progressbar"
        aria-label="Captured events"
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={eventCount}
      >
        <span className={css.meterFill} style={{ width: `${(100 * eventCount) / limit}%` }} />
      </span>
      <CommandButton id="preview.stopCapture" size="small" label="Stop" hideIcon />
    </div>
  );
}

const TITLES = {
  capture: 'The capture gave no events.',
  sample: 'The sample could not be opened.',
  run: 'The preview could not run.',
};
const AGAIN = { capture: 'preview.capture', sample: 'preview.open', run: 'preview.rerun' };

/** Service messages may lack a final period. */
const endWithPeriod = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

export function PreviewNotice({ preview }: { preview: Preview }) {
  const progress = selectProgress(preview.snapshot);
  const failure = selectFailure(preview.snapshot);
  if (progress) return <CaptureNotice progress={progress} />;
  if (!failure) return null;
  const hasOther = failure.part !== 'run' && preview.snapshot.context.sample !== undefined;
  return (
    <div role="alert" className={css.notice}>
      <StatusShape shape="octagon" tone="err" />
      <span className={css.noticeText}>
        {TITLES[failure.part]} <span className={css.why}>{endWithPeriod(failure.why)}</span>{' '}
        <span className={css.fix}>{failure.fix}</span>
      </span>
      <CommandButton id={AGAIN[failure.part]} size="small" hideIcon hideKeys />
      {hasOther && <CommandButton id="preview.dismiss" size="small" variant="ghost" hideIcon />}
    </div>
  );
}
