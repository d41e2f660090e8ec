import type { ExplainEntry, ExplainKind } from '../../../contract/entities/explain.ts';
import { paths } from '../../lib/paths.ts';
import type { ShapeName, Tone } from '../widgets/icons/status-shape.tsx';

export const KIND_NAMES: Record<ExplainKind, string> = {
  deployment: 'Deployment',
  edit: 'Edit',
  error: 'Error',
  pipeline: 'Pipeline',
  source: 'Source',
  destination: 'Destination',
  engine: 'Engine',
};

/** Problems by severity; user actions are muted. */
export function getEntryLook({ kind, severity }: ExplainEntry): { shape: ShapeName; tone: Tone } {
  if (severity === 'error') return { shape: 'octagon', tone: 'err' };
  if (severity === 'warning') return { shape: 'triangle', tone: 'warn' };
  if (kind === 'deployment') return { shape: 'check', tone: 'ok' };
  return kind === 'edit' ? { shape: 'dashed', tone: 'text2' } : { shape: 'info', tone: 'info' };
}

const AROUND_SECONDS = 900;

/** Links to the version deployed at that moment, with the time filter around it. */
export function buildEntryLink(entry: ExplainEntry, siteId: string): string {
  const { at, kind, pipelineId, nodeId, graphVersion } = entry;
  const time = `${at - AROUND_SECONDS}-${Math.min(at + AROUND_SECONDS, Math.floor(Date.now() / 1000))}`;
  if (pipelineId === '') return nodeId === '' ? paths.notifications({ time }) : paths.source(nodeId);
  const isTrouble = kind === 'error' || kind === 'destination';
  return paths.pipeline(pipelineId, {
    site: siteId,
    view: isTrouble ? 'errors' : 'overview',
    version: graphVersion > 0 ? graphVersion : undefined,
    node: nodeId === '' || isTrouble ? undefined : nodeId,
    time,
  });
}
