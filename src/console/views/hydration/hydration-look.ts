import { HYDRATION_STATUS_NAMES } from '../../../../machines/hydration-job/index.ts';
import type { HydrationJob } from '../../../contract/entities/hydration.ts';
import type { HydrationStatus } from '../../../contract/enums.ts';
import type { ShapeName, Tone } from '../../components/widgets/icons/status-shape.tsx';
import { formatDuration, formatMinute } from '../../lib/format.ts';

type Look = { label: string; shape: ShapeName; tone: Tone };

const LOOKS: Record<HydrationStatus, Pick<Look, 'shape' | 'tone'>> = {
  DEFAULT: { shape: 'pending', tone: 'info' },
  DEPLOYING: { shape: 'pending', tone: 'info' },
  IN_PROGRESS: { shape: 'pending', tone: 'info' },
  COMPLETED: { shape: 'check', tone: 'ok' },
  FAILED: { shape: 'octagon', tone: 'err' },
  DELETED: { shape: 'dashed', tone: 'text3' },
  TERMINATED: { shape: 'dashed', tone: 'text2' },
};

/** A paused job is in progress, with a note. */
export function getHydrationLook({ jobStatus, isPaused }: Pick<HydrationJob, 'jobStatus' | 'isPaused'>) {
  const look: Look & { note?: string } = { label: HYDRATION_STATUS_NAMES[jobStatus], ...LOOKS[jobStatus] };
  return isPaused ? { ...look, shape: 'paused' as const, tone: 'text2' as const, note: 'paused' } : look;
}

/** Characters of `08:00`. */
const CLOCK = 5;

/** `21 Nov 08:00 to 09:00`, in local time. */
export function formatWindow({
  timeRange: { startUnixTimeSeconds: start, endUnixTimeSeconds: end },
}: Pick<HydrationJob, 'timeRange'>): string {
  const [from, to] = [formatMinute(start * 1000), formatMinute(end * 1000)];
  return `${from} to ${from.slice(0, -CLOCK) === to.slice(0, -CLOCK) ? to.slice(-CLOCK) : to}`;
}

/** `2 min left`; empty if unknown. */
export const formatTimeLeft = ({
  secondsLeft,
  isPaused,
}: Pick<HydrationJob, 'secondsLeft' | 'isPaused'>): string =>
  secondsLeft === null || isPaused ? '' : `${formatDuration(secondsLeft * 1000)} left`;
