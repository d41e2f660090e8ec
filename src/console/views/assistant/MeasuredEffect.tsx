import type { ReactNode } from 'react';
import { visuallyHidden } from '../../../../styles/text.css.ts';
import type { Measured } from '../../../contract/assistant.ts';
import { formatBytes, formatFigure } from '../../../contract/figures.ts';
import { counted } from '../../../contract/values.ts';
import * as css from './measured-effect.css.ts';

/** `−38.0 %`, `+4.1 %`, `±0 %`; by bytes, like optimization on every screen. */
function formatChange(before: number, after: number): string {
  const percent = Math.round((after / before - 1) * 1000) / 10;
  if (percent === 0) return '±0 %';
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`;
}

const showBytes = (bytes: number): string => formatFigure(formatBytes(bytes));
const formatSaved = (out: number, all: number): string => (100 * (1 - out / all)).toFixed(1);

type Figure = { label: string; before: string; after: string; unit?: string; note?: string };

/**
 * Predicted for an hour if the pipeline delivered something in the last one, else for the captured events.
 */
function describeOutput({ bytesBefore, bytesAfter, bytesLastHour }: Measured): Figure {
  const note = formatChange(bytesBefore, bytesAfter);
  if (bytesLastHour === undefined)
    return { label: 'Output', before: showBytes(bytesBefore), after: showBytes(bytesAfter), note };
  const after = showBytes((bytesLastHour * bytesAfter) / bytesBefore);
  return { label: 'Output per hour', before: showBytes(bytesLastHour), after, note };
}

function listFigures(measured: Measured): Figure[] {
  const { bytesIn = 0, bytesBefore, bytesAfter, eventsBefore, eventsAfter } = measured;
  const optimization: Figure[] =
    bytesIn > 0
      ? [
          {
            label: 'Optimization',
            before: formatSaved(bytesBefore, bytesIn),
            after: formatSaved(bytesAfter, bytesIn),
            unit: ' %',
          },
        ]
      : [];
  return [
    ...optimization,
    describeOutput(measured),
    { label: 'Events', before: String(eventsBefore), after: String(eventsAfter) },
  ];
}

function Shown({ label, before, after, unit = '', note }: Figure): ReactNode {
  return (
    <div className={css.figure}>
      <dt className={css.label}>{label}</dt>
      <dd className={css.value}>
        <span className={css.before}>{before}</span>
        <span aria-hidden="true"> → </span>
        <span className={visuallyHidden}> to </span>
        <span className={before === after ? css.same : css.after}>
          {after}
          {unit}
        </span>
        {note !== undefined && <span className={css.note}>{note}</span>}
      </dd>
    </div>
  );
}

/** Measured change of the output before saving. */
export function MeasuredEffect({ measured }: { measured: Measured }) {
  const { eventCount, bytesBefore, bytesAfter, bytesLastHour, reason } = measured;
  if (eventCount === 0) return <p className={css.text}>No captured events to measure it on: {reason}.</p>;
  if (bytesBefore === 0)
    return (
      <p className={css.text}>
        Of {counted(eventCount, 'captured event')} none reaches a destination before or after it.
      </p>
    );
  return (
    <div className={css.effect}>
      <dl className={css.figures} aria-label="Measured effect">
        {listFigures(measured).map((figure) => (
          <Shown key={figure.label} {...figure} />
        ))}
      </dl>
      <p className={css.text}>
        Measured on {counted(eventCount, 'captured event')}
        {bytesLastHour === undefined
          ? '.'
          : `, ${showBytes(bytesBefore)} to ${showBytes(bytesAfter)}; for an hour as the last one.`}
      </p>
    </div>
  );
}
