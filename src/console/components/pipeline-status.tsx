import { getStatusLook, type StatusFacts } from './status-look.ts';
import { StatusBadge } from './widgets/status/status-badge.tsx';

export function PipelineStatus({ pipeline, look }: { pipeline: StatusFacts; look?: 'text' | 'pill' }) {
  return <StatusBadge {...getStatusLook(pipeline)} {...(look ? { look } : {})} />;
}
