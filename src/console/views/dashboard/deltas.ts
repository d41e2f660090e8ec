import type { Delta } from '../../components/widgets/metrics/delta-mark.tsx';
import { type Figure, formatBytes, formatCount, formatFigure, formatPercent } from '../../lib/format.ts';

/** An unchanged figure; names the previous period: `previous hour`. */
const createSame = (former: string): Delta => ({ text: 'Same', words: `as ${former}`, direction: 'same' });

const formatSignedText = (text: string, difference: number): string =>
  difference > 0 ? `+${text}` : `−${text.replace('−', '')}`;

const getDeltaDirection = (difference: number): Delta['direction'] => (difference > 0 ? 'up' : 'down');

/** Change in percent; undefined without a previous value. */
export function computeQuantityDelta(
  now: number | undefined,
  before: number | undefined,
  former: string,
): Delta | undefined {
  if (now === undefined || before === undefined || before === 0) return undefined;
  const percent = (100 * (now - before)) / before;
  if (Math.abs(percent) < 0.05) return createSame(former);
  const figure = Math.abs(percent) >= 1000 ? formatCount(Math.abs(percent)) : undefined;
  const text = figure ? `${formatFigure(figure)}%` : `${Math.abs(percent).toFixed(1)}%`;
  return {
    text: formatSignedText(text, percent),
    words: `vs ${former}`,
    direction: getDeltaDirection(percent),
  };
}

/** Change in percentage points; more savings are better. */
export function computeShareDelta(
  now: number | null | undefined,
  before: number | null | undefined,
  former: string,
): Delta | undefined {
  if (now === null || now === undefined || before === null || before === undefined) return undefined;
  const points = now - before;
  if (Math.abs(points) < 0.05) return createSame(former);
  const value = formatPercent(Math.abs(points))?.value ?? '';
  return {
    text: `${formatSignedText(value, points)} points`,
    words: `vs ${former}`,
    direction: getDeltaDirection(points),
    tone: points > 0 ? 'ok' : 'warn',
  };
}

/** For amounts that should be 0: more is not good. */
function computeAmountDelta(
  now: number | undefined,
  before: number | undefined,
  former: string,
  format: (amount: number) => Figure | undefined,
): Delta | undefined {
  if (now === undefined || before === undefined) return undefined;
  const difference = now - before;
  if (difference === 0) return now === 0 ? undefined : createSame(former);
  return {
    text: formatSignedText(formatFigure(format(Math.abs(difference))), difference),
    words: `vs ${former}`,
    direction: getDeltaDirection(difference),
    tone: difference > 0 ? 'warn' : 'ok',
  };
}

export const computeCountDelta = (now: number | undefined, before: number | undefined, former: string) =>
  computeAmountDelta(now, before, former, formatCount);

/** For waiting data, which may have been zero. */
export const computeLevelDelta = (now: number | undefined, before: number | undefined, former: string) =>
  computeAmountDelta(now, before, former, formatBytes);
