import type { HealthState } from '../../../contract/entities/health.ts';
import { StatusBadge } from '../widgets/status/status-badge.tsx';
import { HEALTH_LOOKS } from './health-look.ts';

export const HealthMark = ({ state }: { state: HealthState }) => <StatusBadge {...HEALTH_LOOKS[state]} />;
