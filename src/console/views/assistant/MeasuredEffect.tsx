import type { Measured } from '../../../contract/assistant.ts';
import { formatBytes, formatFigure } from '../../../contract/figures.ts';
import { counted } from '../../../contract/values.ts';
import * as css from './assistant.css.ts';

/** `−38.0 %`, `+4.1 %`, `±0 %`; by bytes, as the optimization on every screen. */
function formatChange(before: number, after: number): string {
  const percent = Math.round((after / before - 1) * 1000) / 10;
  if (percent === 0) return '±0 %';
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`;
}

function describe({ bytesBefore, bytesAfter, eventsBefore, eventsAfter }: Measured): string {
  const bytes = `${formatFigure(formatBytes(bytesBefore))} to ${formatFigure(formatBytes(bytesAfter))}`;
  const events =
    eventsBefore === eventsAfter ? 'as many events' : `${eventsBefore} to ${counted(eventsAfter, 'event')}`;
  return `output from ${bytes}, ${events}`;
}

/** What the change does to the output, measured before anything is saved. */
export function MeasuredEffect({ measured }: { measured: Measured }) {
  const { eventCount, bytesBefore, bytesAfter, reason } = measured;
  if (eventCount === 0) return <p className={css.measured}>No captured events to measure it on: {reason}.</p>;
  if (bytesBefore === 0)
    return (
      <p className={css.measured}>
        Of {counted(eventCount, 'captured event')} none reaches a destination before or after it.
      </p>
    );
  return (
    <p className={css.measured}>
      <strong className={css.change}>{formatChange(bytesBefore, bytesAfter)}</strong> of{' '}
      {counted(eventCount, 'captured event')}: {describe(measured)}.
    </p>
  );
}
