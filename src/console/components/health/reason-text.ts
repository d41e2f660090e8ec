import type { HealthReason } from '../../../contract/entities/health.ts';
import { formatMinute } from '../../lib/format.ts';

/** With the local time since when a remote engine's state is unknown. */
export const formatReason = ({ text, unknownSinceUnixTimeSeconds: since }: HealthReason): string =>
  since === undefined ? text : `${text} (unknown since ${formatMinute(since * 1000)})`;
