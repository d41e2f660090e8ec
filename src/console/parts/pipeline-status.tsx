import { StatusBadge } from '../widgets/status/status-badge.tsx';
import { type StatusFacts, statusLook } from './status-look.ts';

/** A pipeline's state by shape, colour and word. */
export function PipelineStatus({ pipeline, look }: { pipeline: StatusFacts; look?: 'text' | 'pill' }) {
  return <StatusBadge {...statusLook(pipeline)} {...(look ? { look } : {})} />;
}
