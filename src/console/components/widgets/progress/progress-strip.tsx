import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { type ShapeName, StatusShape } from '../icons/status-shape.tsx';
import * as css from './progress-strip.css.ts';

export type PhaseState = 'done' | 'current' | 'waiting' | 'failed';
export type ProgressPhase = {
  label: string;
  state: PhaseState;
  /** Duration: `120 ms`. */
  time?: string | undefined;
};

/** What happened, why, what to do. */
export type ProgressReason = {
  title: string;
  causes?: readonly string[];
  resolutions?: readonly string[];
};

export type ProgressStripProps = {
  title: string;
  tone: keyof typeof css.strip;
  shape: ShapeName;
  phases?: readonly ProgressPhase[] | undefined;
  /** Since the start, or in total. */
  elapsed?: string | undefined;
  reason?: ProgressReason | undefined;
};

const SHAPES: Record<PhaseState, ShapeName> = {
  done: 'check',
  current: 'pending',
  waiting: 'dashed',
  failed: 'octagon',
};
const TONES = { done: 'ok', current: 'info', waiting: 'text3', failed: 'err' } as const;
const SAID: Record<PhaseState, string> = {
  done: 'done',
  current: 'in progress',
  waiting: 'not begun',
  failed: 'failed',
};

function Phase({ label, state, time }: ProgressPhase) {
  const look = state === 'current' ? css.current : state === 'waiting' ? css.waiting : '';
  return (
    <li className={`${css.phase} ${look}`} aria-current={state === 'current' ? 'step' : undefined}>
      <StatusShape shape={SHAPES[state]} tone={TONES[state]} size={12} />
      {label}
      <span className={visuallyHidden}>, {SAID[state]}</span>
      {time && <span className={css.phaseTime}>{time}</span>}
    </li>
  );
}

function Lines({ label, lines }: { label: string; lines: readonly string[] | undefined }) {
  if (!lines || lines.length === 0) return null;
  return (
    <div className={css.noteColumn}>
      <p className={css.noteLabel}>{label}</p>
      <ul className={css.noteList}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

export function ProgressStrip({ title, tone, shape, phases, elapsed, reason }: ProgressStripProps) {
  const current = phases?.find(({ state }) => state === 'current');
  return (
    <section className={css.strip[tone]} aria-label={title}>
      <div className={css.line}>
        <p className={css.title}>
          <StatusShape shape={shape} tone={tone} />
          {title}
        </p>
        {elapsed && <span className={css.elapsed}>{elapsed}</span>}
        {phases && (
          <ol className={css.phases} aria-label="Phases">
            {phases.map((phase) => (
              <Phase key={phase.label} {...phase} />
            ))}
          </ol>
        )}
      </div>
      {reason && (
        <div className={css.note}>
          <p className={css.noteTitle}>{reason.title}</p>
          <div className={css.noteLists}>
            <Lines label="Possible Cause:" lines={reason.causes} />
            <Lines label="Resolution:" lines={reason.resolutions} />
          </div>
        </div>
      )}
      <p className={visuallyHidden} role="status">
        {current ? `${title}: ${current.label}` : title}
      </p>
    </section>
  );
}
